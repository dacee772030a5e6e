// The calculator's inputs. A field shows what is typed; without a draft, the figure in use.
import { sumPaths } from '../../src/collectives/topology';
import { gradientBytes, computeMsOf, type NumberField, type Setup } from '../../src/calculator/setup';
import { elementBytes, numberText } from '../bridge/form/calculator-form';
import { algorithmNote, algorithmTitle, formatLine, formatSpan } from '../bridge/words/calculator-words';
import { formatBytes } from '../bridge/words/format';
import { Segments, SelectField, TextField } from '../ui/field';
import { Panel } from '../ui/panel';
import { Toggle } from '../ui/toggle';
import { calculatorText } from '../text/calculator';
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
  get 4() {
    return calculatorText.fBytes;
  },
  get 2() {
    return calculatorText.fBfBytes;
  },
  get 1() {
    return calculatorText.intByte;
  },
  get 0.5() {
    return calculatorText.bitsHalfByte;
  },
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
    <Panel title={calculatorText.figures}>
      <div className={css.groups}>
        <fieldset className={css.group}>
          <legend>{calculatorText.model2}</legend>
          {field(
            'parameters',
            calculatorText.parameters,
            calculatorText.gradient(formatBytes(gradientBytes(setup))),
          )}
          <SelectField
            label={calculatorText.precisionWhatSummed}
            value={String(setup.bytesPerElement)}
            options={elementBytes.map((bytes) => [String(bytes), precisionTitles[bytes]] as const)}
            onChange={(bytes) => onChange({ bytesPerElement: Number(bytes) })}
          />
          {field('compression', calculatorText.compressionTop, calculatorText.bytesBeforeBytes)}
        </fieldset>
        <fieldset className={css.group}>
          <legend>{calculatorText.replicas}</legend>
          {field('worldSize', calculatorText.replicasN)}
          {field('localSteps', calculatorText.localStepsPer)}
          <SelectField
            label={calculatorText.topology}
            value={setup.algorithm}
            hint={algorithmNote(setup.algorithm)}
            options={sumPaths.map((name) => [name, algorithmTitle(name)] as const)}
            onChange={(algorithm) => onChange({ algorithm })}
          />
        </fieldset>
        <fieldset className={css.group}>
          <legend>{calculatorText.network}</legend>
          {field(
            'megabitPerSecond',
            isSharedAir ? calculatorText.bandwidthAllLinks : calculatorText.bandwidthLinkMbit,
            setup.megabitPerSecond >= 1000 ? formatLine(setup.megabitPerSecond) : undefined,
          )}
          {field('latencyMs', calculatorText.latencyMessageMs)}
          <div className={css.switch}>
            <Toggle
              label={calculatorText.sharedAirWi}
              isOn={isSharedAir}
              onChange={(isOn) => onChange({ isSharedAir: isOn })}
            />
            <p>{isSharedAir ? calculatorText.allLinksShare : calculatorText.everyLinkCarries}</p>
          </div>
        </fieldset>
        <fieldset className={css.group}>
          <legend>{calculatorText.compute}</legend>
          <Segments
            label={calculatorText.computeTimeLocal}
            isLabelShown
            value={computeFrom}
            options={[
              ['time', calculatorText.time],
              ['flop', calculatorText.fromFlop],
            ]}
            onChange={(from) => onChange({ computeFrom: from })}
          />
          {computeFrom === 'time' ? (
            field('computeMs', calculatorText.computeTimeMs, setup.computeMs >= 1000 ? compute : undefined)
          ) : (
            <>
              {field('flopPerExample', calculatorText.flopPerExample)}
              {field('examplesPerStep', calculatorText.examplesPerReplica)}
              {field('flopPerSecond', calculatorText.flopPerSecond, calculatorText.step(compute))}
            </>
          )}
          <div className={css.switch}>
            <Toggle
              label={calculatorText.overlap}
              isOn={overlapShare > 0}
              onChange={(isOn) => onChange({ overlapShare: isOn ? usualOverlap : 0 })}
            />
            <p>{overlapWords(overlapShare, localSteps)}</p>
          </div>
          {overlapShare > 0 || drafts.overlapShare !== undefined
            ? field('overlapShare', calculatorText.shareComputeOverlaps)
            : null}
        </fieldset>
      </div>
    </Panel>
  );
}

function overlapWords(share: number, localSteps: number): string {
  if (share === 0) return calculatorText.sumsBeginWhen;
  return localSteps === 1 ? calculatorText.sumsTravelWhile : calculatorText.sumsTravelDuring;
}
