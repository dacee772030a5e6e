// The calculator's inputs. A field shows what is typed; without a draft, the figure in use.
import { sumPaths } from '../../src/collectives/topology';
import { gradientBytes, computeMsOf, type NumberField, type Setup } from '../../src/calculator/setup';
import { elementBytes, numberText } from '../bridge/form/calculator-form';
import { algorithmNotes, algorithmTitles, formatLine, formatSpan } from '../bridge/words/calculator-words';
import { formatBytes } from '../bridge/words/format';
import { Segments, SelectField, TextField } from '../ui/field';
import { Panel } from '../ui/panel';
import { Toggle } from '../ui/toggle';
import css from './calculator.module.css';

export type Drafts = Partial<Record<NumberField, string>>;

interface Props {
  readonly setup: Setup;
  readonly drafts: Drafts;
  readonly problems: Partial<Record<NumberField, string>>;
  readonly onType: (field: NumberField, text: string) => void;
  readonly onLeave: (field: NumberField) => void;
  readonly onChange: (change: Partial<Setup>) => void;
}

const precisionTitles: Readonly<Record<(typeof elementBytes)[number], string>> = {
  4: 'f32: 4 bytes',
  2: 'f16 or bf16: 2 bytes',
  1: 'int8: 1 byte',
  0.5: '4 bits: half a byte',
};

/** The share of the backward pass in the compute: it takes twice the FLOP of the forward pass. */
const usualOverlap = 0.67;

export function CalculatorFields({ setup, drafts, problems, onType, onLeave, onChange }: Props) {
  const field = (name: NumberField, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="text"
      spellCheck={false}
      maxLength={24}
      value={drafts[name] ?? numberText(name, setup[name])}
      problem={problems[name]}
      onChange={(event) => onType(name, event.target.value)}
      onBlur={() => onLeave(name)}
    />
  );
  const { isSharedAir, computeFrom, overlapShare, localSteps } = setup;
  const compute = formatSpan(computeMsOf(setup));
  return (
    <Panel title="Figures">
      <div className={css.groups}>
        <fieldset className={css.group}>
          <legend>Model</legend>
          {field('parameters', 'Parameters', `A gradient of ${formatBytes(gradientBytes(setup))}`)}
          <SelectField
            label="Precision of what is summed"
            value={String(setup.bytesPerElement)}
            options={elementBytes.map((bytes) => [String(bytes), precisionTitles[bytes]] as const)}
            onChange={(bytes) => onChange({ bytesPerElement: Number(bytes) })}
          />
          {field('compression', 'Compression on top', 'Bytes before ÷ bytes sent')}
        </fieldset>
        <fieldset className={css.group}>
          <legend>Replicas</legend>
          {field('worldSize', 'Replicas (N)')}
          {field('localSteps', 'Local steps per sum (H)')}
          <SelectField
            label="Topology"
            value={setup.algorithm}
            hint={algorithmNotes[setup.algorithm]}
            options={sumPaths.map((name) => [name, algorithmTitles[name]] as const)}
            onChange={(algorithm) => onChange({ algorithm })}
          />
        </fieldset>
        <fieldset className={css.group}>
          <legend>Network</legend>
          {field(
            'megabitPerSecond',
            isSharedAir ? 'Bandwidth of all links, Mbit/s' : 'Bandwidth of a link, Mbit/s',
            setup.megabitPerSecond >= 1000 ? formatLine(setup.megabitPerSecond) : undefined,
          )}
          {field('latencyMs', 'Latency of a message, ms')}
          <div className={css.switch}>
            <Toggle
              label="Shared air (Wi-Fi)"
              isOn={isSharedAir}
              onChange={(isOn) => onChange({ isSharedAir: isOn })}
            />
            <p>
              {isSharedAir
                ? 'All links share one rate, and every byte crosses the air twice.'
                : 'Every link carries its full rate at once, in both directions.'}
            </p>
          </div>
        </fieldset>
        <fieldset className={css.group}>
          <legend>Compute</legend>
          <Segments
            label="Compute time of a local step"
            isLabelShown
            value={computeFrom}
            options={[
              ['time', 'As a time'],
              ['flop', 'From FLOP'],
            ]}
            onChange={(from) => onChange({ computeFrom: from })}
          />
          {computeFrom === 'time' ? (
            field('computeMs', 'Compute time, ms', setup.computeMs >= 1000 ? compute : undefined)
          ) : (
            <>
              {field('flopPerExample', 'FLOP per example')}
              {field('examplesPerStep', 'Examples per replica and step')}
              {field('flopPerSecond', 'FLOP per second, sustained', `${compute} a step`)}
            </>
          )}
          <div className={css.switch}>
            <Toggle
              label="Overlap"
              isOn={overlapShare > 0}
              onChange={(isOn) => onChange({ overlapShare: isOn ? usualOverlap : 0 })}
            />
            <p>{overlapWords(overlapShare, localSteps)}</p>
          </div>
          {overlapShare > 0 || drafts.overlapShare !== undefined
            ? field('overlapShare', 'Share of the compute that overlaps')
            : null}
        </fieldset>
      </div>
    </Panel>
  );
}

function overlapWords(share: number, localSteps: number): string {
  if (share === 0) return 'Sums begin when the compute has ended.';
  return localSteps === 1
    ? 'Sums travel while the backward pass still computes.'
    : 'Sums travel during the next round, as in Streaming DiLoCo.';
}
