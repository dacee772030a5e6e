// Utilisation against bandwidth, a curve per H, and on it these figures and what was measured. The x of a row is the
// power of ten of its bandwidth in Mbit/s.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { publishedPoints } from '../../src/calculator/presets';
import { bounds, type Setup } from '../../src/calculator/setup';
import { stepCost, type StepCost } from '../../src/calculator/step-cost';
import type { Start } from '../bridge/form/calculator-form';
import { formatLine, formatShare } from '../bridge/words/calculator-words';
import { formatCount } from '../bridge/words/format';
import type { RoomPoint } from '../panels/ring/room-figures';
import type { LineSeries } from '../ui/line-chart';
import { Panel } from '../ui/panel';
import { StillChart, type StillRow } from '../ui/still-chart';
import type { TableView } from '../ui/table-view';
import { Toggle } from '../ui/toggle';
import css from './calculator.module.css';

const curves = [
  { localSteps: 1, colour: 'blue' },
  { localSteps: 8, colour: 'vermillion', dash: '7 4' },
  { localSteps: 32, colour: 'green', dash: '2 3' },
  { localSteps: 128, colour: 'purple', dash: '10 3 2 3' },
  { localSteps: 512, colour: 'amber', dash: '4 2' },
] as const;

const [leastPower, mostPower] = [bounds.megabitPerSecond.least, bounds.megabitPerSecond.most].map(Math.log10);
/** The distance between two rows: 1/20 of a decade. */
const rowsPerDecade = 20;
/** A curve ends where it leaves the log axis. */
const leastOnLog = 0.0001;

interface Props {
  readonly setup: Setup;
  readonly cost: StepCost;
  readonly start: Start;
  readonly points: readonly RoomPoint[];
}

export function CalculatorChart({ setup, cost, start, points }: Props) {
  const [isLog, setIsLog] = useState(false);
  const rows = chartRows(setup, start, points, isLog ? leastOnLog : 0);
  const here = curves.map(
    ({ localSteps }) =>
      t`${{ utilisation: formatShare(stepCost({ ...setup, localSteps }).utilisation) }} at H = ${{ localSteps: formatCount(localSteps) }}`,
  );
  const marks = marksOf(start, points);
  return (
    <Panel
      title={t`Utilisation against bandwidth`}
      summary={t`At ${{ megabitPerSecond: formatLine(setup.megabitPerSecond) }}: ${{ here: here.slice(0, -1).join(', ') }} and ${{ at: here.at(-1) }}. H is the number of local steps per sum.`}
      tools={<Toggle label={t`Log`} isOn={isLog} onChange={setIsLog} />}
      table={() => curveTable(setup)}
      note={
        <span className={css.legend}>
          {marks.map(({ key, label, colour, marker }) => (
            <span key={key} style={{ ['--mark' as string]: `var(--${colour})` }}>
              <span className={css[marker]} aria-hidden="true" />
              {key === 'figures' ? `${label}: ${formatShare(cost.utilisation)}` : label}
            </span>
          ))}
        </span>
      }
    >
      <StillChart
        name={t`Utilisation against bandwidth`}
        rows={rows}
        series={[
          // The highest first: where lines meet, their labels keep this order.
          ...curves.toReversed().map(({ localSteps, ...look }) => ({
            key: curveKey(localSteps),
            label: t`H = ${localSteps}`,
            ...look,
          })),
          ...marks,
        ]}
        height={320}
        gutter={72}
        yRange={isLog ? [leastOnLog, 1] : [0, 1]}
        isLog={isLog}
        formatX={(power) => formatLine(10 ** power)}
        formatY={formatShare}
        xWords={t`Bandwidth`}
        isXCounted
      />
    </Panel>
  );
}

type Mark = LineSeries & Required<Pick<LineSeries, 'marker'>>;

function marksOf(start: Start, points: readonly RoomPoint[]): Mark[] {
  return [
    ...(points.length > 0
      ? [{ key: 'room', label: t`This room, measured`, colour: 'ink', marker: 'dot' } as const]
      : []),
    ...(start === 'published'
      ? [
          {
            key: 'published',
            label: t`Published, measured`,
            colour: 'vermillion',
            marker: 'dot',
          } as const,
        ]
      : []),
    { key: 'figures', label: t`These figures`, colour: 'ink', marker: 'ring' },
  ];
}

export function chartRows(
  setup: Setup,
  start: Start,
  points: readonly RoomPoint[],
  least: number,
): StillRow[] {
  const count = Math.round((mostPower - leastPower) * rowsPerDecade);
  const even = Array.from({ length: count + 1 }, (_, index) => leastPower + index / rowsPerDecade);
  const marked: { readonly x: number; readonly key: string; readonly utilisation: number }[] = [
    ...(start === 'published' ? publishedPoints : []).map((point) => ({ key: 'published', ...at(point) })),
    ...points.map((point) => ({ key: 'room', ...at(point) })),
    {
      key: 'figures',
      ...at({ megabitPerSecond: setup.megabitPerSecond, utilisation: stepCost(setup).utilisation }),
    },
  ];
  const rows = [
    ...even.map((x) => ({ x, mark: undefined })),
    ...marked.map((mark) => ({ x: mark.x, mark })),
  ].sort((a, b) => a.x - b.x);
  return rows.map(({ x, mark }) => ({
    ...Object.fromEntries(
      curves.map(({ localSteps }) => {
        const utilisation = utilisationAt(setup, x, localSteps);
        return [curveKey(localSteps), utilisation < least ? undefined : utilisation];
      }),
    ),
    ...(mark ? { [mark.key]: mark.utilisation } : {}),
    x,
  }));
}

function at({ megabitPerSecond, utilisation }: RoomPoint): { x: number; utilisation: number } {
  return { x: Math.log10(megabitPerSecond), utilisation };
}

/** The ends of the axis are the bounds of the field: rounding must not leave them. */
function utilisationAt(setup: Setup, power: number, localSteps: number): number {
  const { least, most } = bounds.megabitPerSecond;
  const megabitPerSecond = Math.min(Math.max(10 ** power, least), most);
  return stepCost({ ...setup, megabitPerSecond, localSteps }).utilisation;
}

function curveKey(localSteps: number): string {
  return `h${localSteps}`;
}

function curveTable(setup: Setup): TableView {
  const decades = Array.from({ length: mostPower - leastPower + 1 }, (_, index) => leastPower + index);
  return {
    columns: [t`Bandwidth`, ...curves.map(({ localSteps }) => t`H = ${localSteps}`)],
    rows: decades.map((power) => [
      formatLine(10 ** power),
      ...curves.map(({ localSteps }) => formatShare(utilisationAt(setup, power, localSteps))),
    ]),
  };
}
