// The calculator's inputs. A field shows what is typed; without a draft, the figure in use.
import { t } from '@lingui/core/macro';
import { sumPaths } from '../../src/collectives/topology';
import { gradientBytes, computeMsOf, type NumberField, type Setup } from '../../src/calculator/setup';
import { elementBytes, numberText } from '../bridge/form/calculator-form';
import { algorithmNote, algorithmTitle, formatLine, formatSpan } from '../bridge/words/calculator-words';
import { formatBytes } from '../bridge/words/format';
import { DecimalField } from '../ui/decimal-field';
import { Segments, SelectField } from '../ui/field';
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

const precisionTitles: Readonly<Record<(typeof elementBytes)[number], () => string>> = {
  4: () => t`f32: 4 bytes`,
  2: () => t`f16 or bf16: 2 bytes`,
  1: () => t`int8: 1 byte`,
  0.5: () => t`4 bits: half a byte`,
};

/** The share of the backward pass in the compute: it takes twice the FLOP of the forward pass. */
const usualOverlap = 0.67;

export function CalculatorFields({ setup, drafts, problems, onType, onLeave, onChange }: Props) {
  const field = (name: NumberField, label: string, hint?: string) => (
    <DecimalField
      label={label}
      hint={hint}
      inputMode="text"
      spellCheck={false}
      maxLength={24}
      value={drafts[name] ?? numberText(name, setup[name])}
      problem={problems[name]}
      onType={(text) => onType(name, text)}
      onBlur={() => onLeave(name)}
    />
  );
  const { isSharedAir, computeFrom, overlapShare, localSteps } = setup;
  const compute = formatSpan(computeMsOf(setup));
  return (
    <Panel title={t`Figures`}>
      <div className={css.groups}>
        <fieldset className={css.group}>
          <legend>{t`Model`}</legend>
          {field(
            'parameters',
            t`Parameters`,
            t`A gradient of ${{ gradientBytes: formatBytes(gradientBytes(setup)) }}`,
          )}
          <SelectField
            label={t`Precision of what is summed`}
            value={String(setup.bytesPerElement)}
            options={elementBytes.map((bytes) => [String(bytes), precisionTitles[bytes]()] as const)}
            onChange={(bytes) => onChange({ bytesPerElement: Number(bytes) })}
          />
          {field('compression', t`Compression on top`, t`Bytes before ÷ bytes sent`)}
        </fieldset>
        <fieldset className={css.group}>
          <legend>{t`Replicas`}</legend>
          {field('worldSize', t`Replicas (N)`)}
          {field(
            'perMachine',
            t`Replicas on each machine`,
            t`They share its link, and what stays within it is free.`,
          )}
          {field('localSteps', t`Local steps per sum (H)`)}
          <SelectField
            label={t`Topology`}
            value={setup.algorithm}
            hint={algorithmNote(setup.algorithm)}
            options={sumPaths.map((name) => [name, algorithmTitle(name)] as const)}
            onChange={(algorithm) => onChange({ algorithm })}
          />
        </fieldset>
        <fieldset className={css.group}>
          <legend>{t`Network`}</legend>
          {field(
            'megabitPerSecond',
            isSharedAir ? t`Bandwidth of all links, Mbit/s` : t`Bandwidth of a link, Mbit/s`,
            setup.megabitPerSecond >= 1000 ? formatLine(setup.megabitPerSecond) : undefined,
          )}
          {field('latencyMs', t`Latency of a message, ms`)}
          <div className={css.switch}>
            <Toggle
              label={t`Shared air (Wi-Fi)`}
              isOn={isSharedAir}
              onChange={(isOn) => onChange({ isSharedAir: isOn })}
            />
            <p>
              {isSharedAir
                ? t`All links share one rate, and every byte crosses the air twice.`
                : t`Every link carries its full rate at once, in both directions.`}
            </p>
          </div>
        </fieldset>
        <fieldset className={css.group}>
          <legend>{t`Compute`}</legend>
          <Segments
            label={t`Compute time of a local step`}
            value={computeFrom}
            options={[
              ['time', t`As a time`],
              ['flop', t`From FLOP`],
            ]}
            onChange={(from) => onChange({ computeFrom: from })}
          />
          {computeFrom === 'time' ? (
            field('computeMs', t`Compute time, ms`, setup.computeMs >= 1000 ? compute : undefined)
          ) : (
            <>
              {field('flopPerExample', t`FLOP per example`)}
              {field('examplesPerStep', t`Examples per replica and step`)}
              {field('flopPerSecond', t`FLOP per second, sustained`, t`${compute} a step`)}
            </>
          )}
          <div className={css.switch}>
            <Toggle
              label={t`Overlap`}
              isOn={overlapShare > 0}
              onChange={(isOn) => onChange({ overlapShare: isOn ? usualOverlap : 0 })}
            />
            <p>{overlapWords(overlapShare, localSteps)}</p>
          </div>
          {overlapShare > 0 || drafts.overlapShare !== undefined
            ? field('overlapShare', t`Share of the compute that overlaps`)
            : null}
        </fieldset>
      </div>
    </Panel>
  );
}

function overlapWords(share: number, localSteps: number): string {
  if (share === 0) return t`Sums begin when the compute has ended.`;
  return localSteps === 1
    ? t`Sums travel while the backward pass still computes.`
    : t`Sums travel during the next round, as in Streaming DiLoCo.`;
}
