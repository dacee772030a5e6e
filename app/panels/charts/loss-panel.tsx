// The loss: every step faint, its average without lag bold, validation dashed. Smoothed on all steps, decimated after
// that. Single steps far above all others are cut off and counted.
import { plural, t } from '@lingui/core/macro';
import { memo } from 'react';
import { earlierWords } from '../../bridge/words/earlier-words';
import { formatCount, formatFixed, formatTick, formatValue } from '../../bridge/words/format';
import type { Beyond } from '../../bridge/series/outliers';
import type { RunConfig } from '../../../src/replica/protocol';
import { earlierSmoothing, type EarlierRun } from '../../bridge/series/earlier-run';
import type { XAxisKind } from '../../bridge/series/run-series';
import { dialOfSmoothing, maxSmoothing, smoothingOfDial } from '../../bridge/series/smoothing';
import { termsOf, termTitle, termWord } from '../../bridge/words/run-words';
import { useTick, useShownPart } from '../../bridge/session/session-context';
import { useWords } from '../../bridge/session/page-language';
import { useViewSettings, setView } from '../../bridge/session/view-settings';
import { Button } from '../../ui/button';
import type { Axis } from '../../ui/axis';
import { valueAxis } from '../../ui/chart-axes';
import type { LineSeries } from '../../ui/line-chart';
import { Dial, Toggle } from '../../ui/toggle';
import type { Range } from '../../ui/zoom-range';
import css from './charts.module.css';
import { CurvePanel, useCurve, type Curve } from './curve-panel';
import { lossWords } from './loss-words';
import { xChoices } from './x-axis';

/** The newest run is solid; older runs have shorter dashes. */
const earlierDashes = [undefined, '6 3', '2 3'] as const;

function earlierLine(run: EarlierRun, index: number, count: number, now: RunConfig | undefined): LineSeries {
  const label = count > 1 ? t`run ${{ value: index + 1 }} of ${count} before` : t`run before`;
  return {
    key: `earlier${index}`,
    label,
    get fullLabel() {
      return `${t`${label}, smoothed ${{ smoothing: earlierSmoothing }}`}: ${changedWords(run, now)}`;
    },
    colour: 'grey',
    dash: earlierDashes[count - 1 - index],
    isEarlier: true,
  };
}

export function LossPanel({ className }: { className?: string }) {
  const validation = useShownPart((shown) => shown.validation);
  const config = useShownPart((shown) => shown.config);
  const { smoothing, isLogLoss, areOutliersShown } = useViewSettings();
  useTick();
  const curve = useCurve(
    [
      {
        key: 'raw',
        column: 'loss',
        label: t`each step`,
        colour: 'blue',
        isFaint: true,
        heading: t`Loss`,
      },
      {
        key: 'smooth',
        column: 'loss',
        smoothing,
        label: t`train`,
        colour: 'blue',
        heading: t`Smoothed`,
      },
      {
        key: 'validation',
        column: 'validationLoss',
        label: t`validation`,
        colour: 'vermillion',
        dash: '7 4',
        heading: t`Validation`,
      },
    ],
    80,
  );
  const { curves, session, zoom } = curve;
  const last = curves.length - 1;
  const { earlier } = session.series;
  const earlierLines = earlier.map((run, index) => earlierLine(run, index, earlier.length, config));
  const spread = isLogLoss ? undefined : lossSpread(curve);
  const cutOff = spread
    ? beyondLoss(curve, valueAxis(curves, curve.lines, { isLog: false, data: spread }))
    : [];
  const shown = {
    step: curves.step[last],
    loss: curves.at('raw', last),
    smoothed: smoothing > 0 ? curves.at('smooth', last) : undefined,
    isPart: zoom !== undefined,
  };
  const summary =
    last >= 0
      ? lossWords(shown, config, validation)
      : t`How wrong the model still is: lower is better. From three replicas on, it is the median of what they say of their parts.`;
  return (
    <CurvePanel
      curve={curve}
      title={t`Loss`}
      className={className}
      summary={summary}
      savedSummary={areOutliersShown || cutOff.length === 0 ? summary : `${summary} ${notShownWords(cutOff)}`}
      yWords={termsOf(config) === 'examples' ? t`Loss` : t`Loss, nats per ${{ term: termWord(config) }}`}
      earlier={earlierLines}
      look={{
        height: 284,
        isLog: isLogLoss,
        yData: areOutliersShown ? undefined : spread,
        formatY: formatValue,
        formatYTick: formatTick,
      }}
      tools={<LossTools terms={termTitle(config)} />}
      note={earlier.length > 0 ? <EarlierRuns earlier={earlier} config={config} /> : undefined}
      foot={
        <>
          <SmoothDial />
          {cutOff.length > 0 ? (
            <Button
              kind="quiet"
              isSmall
              aria-pressed={areOutliersShown}
              onClick={() => setView({ areOutliersShown: !areOutliersShown })}
            >
              {outlierWords(cutOff, areOutliersShown)}
            </Button>
          ) : null}
        </>
      }
      hasAllFigures
    />
  );
}

interface Props {
  readonly earlier: readonly EarlierRun[];
  readonly config: RunConfig | undefined;
}

/** What changed since each of them. */
const EarlierRuns = memo(function EarlierRuns({ earlier, config }: Props) {
  useWords();
  const words = earlier.map((run) => changedWords(run, config));
  return t`Thin grey, the ${plural({ runs: earlier.length }, { one: 'run', other: 'runs' })} before, smoothed ${{ smoothing: earlierSmoothing }}: ${{ earlier: words.join('; ') }}.`;
});

function changedWords({ config }: EarlierRun, now: RunConfig | undefined): string {
  return config && now ? earlierWords(config, now) : t`other settings`;
}

/** Drawn when a setting or the language changes, not with each new point of the curve. */
const LossTools = memo(function LossTools({ terms }: { terms: string }) {
  const { xAxis, isLogX, isLogLoss } = useViewSettings();
  useWords();
  return (
    <>
      <select
        className={css.axis}
        aria-label={t`Horizontal axis`}
        value={xAxis}
        onChange={(event) => setView({ xAxis: event.target.value as XAxisKind })}
      >
        {xChoices(terms).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </select>
      <Toggle label={t`Log x`} isOn={isLogX} onChange={(isOn) => setView({ isLogX: isOn })} />
      <Toggle label={t`Log y`} isOn={isLogLoss} onChange={(isOn) => setView({ isLogLoss: isOn })} />
    </>
  );
});

const parts = [
  ['train', 'loss'],
  ['validation', 'validationLoss'],
] as const;

const SmoothDial = memo(function SmoothDial() {
  const { smoothing } = useViewSettings();
  useWords();
  return (
    <Dial
      label={t`Smooth`}
      title={t`Brown’s double exponential smoothing: a moving average, carried on along its slope so that it does not lag. 0.9 keeps nine tenths of what it was.`}
      value={dialOfSmoothing(smoothing)}
      min={0}
      max={dialOfSmoothing(maxSmoothing)}
      step={0.05}
      format={(dial) => formatFixed(smoothingOfDial(dial), dial > 2 ? 3 : 2)}
      onChange={(dial) => setView({ smoothing: smoothingOfDial(dial) })}
    />
  );
});

/** The range of the loss and of the validation without their outliers, and of the lines before; undefined: nothing is
 *  left out. */
function lossSpread({ session: { series }, xAxis, zoom, curves }: Curve): Range | undefined {
  const spreads = parts.map(([, column]) => series.spread(column, xAxis, zoom));
  if (spreads.every(({ outliers }) => outliers === 0)) return undefined;
  const before = curves.range(series.earlier.map((_, index) => `earlier${index}`));
  return [
    Math.min(before[0], ...spreads.map(({ low }) => low)),
    Math.max(before[1], ...spreads.map(({ high }) => high)),
  ];
}

type CutOff = Beyond & { readonly name: (typeof parts)[number][0] };

/** What lies beyond the y axis. */
function beyondLoss({ session: { series }, xAxis, zoom }: Curve, axis: Axis): CutOff[] {
  return parts
    .map(([name, column]) => ({ name, ...series.beyond(column, xAxis, zoom, axis) }))
    .filter(({ count }) => count > 0);
}

/** The words of the button. */
function outlierWords(cutOff: readonly CutOff[], areShown: boolean): string {
  const [what, far] = saidOf(cutOff);
  return areShown ? t`Cut off ${what}` : t`${what} cut off, ${far}: show`;
}

/** The words of a saved picture. */
function notShownWords(cutOff: readonly CutOff[]): string {
  const [what, far] = saidOf(cutOff);
  return t`Not shown: ${what}, ${far}.`;
}

/** How many outliers of what, and how far they reach. */
function saidOf(cutOff: readonly CutOff[]): readonly [what: string, far: string] {
  const what = cutOff
    .map(
      ({ name, count }) =>
        t`${{ written: formatCount(count) }} ${plural(count, { one: 'outlier', other: 'outliers' })} of ${{ name: name === 'train' ? t`train` : t`validation` }}`,
    )
    .join(', ');
  const low = Math.min(...cutOff.map((part) => part.low ?? Infinity));
  const high = Math.max(...cutOff.map((part) => part.high ?? -Infinity));
  const far = [
    Number.isFinite(low) && t`down to ${{ loss: formatValue(low) }}`,
    Number.isFinite(high) && t`up to ${{ loss: formatValue(high) }}`,
  ];
  return [what, far.filter(Boolean).join(', ')];
}
