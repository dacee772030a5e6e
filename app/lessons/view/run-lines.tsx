// The lines of a lesson's runs with a key, the difference that is judged marked on them, and the same as a table. A wall is
// read from afar, and nobody presses a button there.
import { t } from '@lingui/core/macro';
import { Curves, type Row } from '../../bridge/series/curves';
import { formatCount, formatMs, formatPercent, formatTick, formatValue } from '../../bridge/words/format';
import type { ChartGap } from '../../ui/chart-gaps';
import { LineChart } from '../../ui/line-chart';
import { useTableView, type TableView } from '../../ui/table-view';
import { type Drawn, type Point, mostPoints } from '../core/curve';
import { gapOf, isVisible } from '../core/gap';
import type { Lesson } from '../core/lesson';
import type { Trial } from '../core/trial';
import css from './lesson.module.css';

export interface RunLine {
  readonly trial: Pick<Trial, 'label' | 'colour' | 'dash' | 'death'>;
  readonly points: readonly Point[];
}

/** How large its text is, and how high a curve may be. */
export interface Wall {
  readonly textPx: number;
  readonly curvePx: number;
}

interface Props {
  readonly lines: readonly RunLine[];
  /** The end of the axis. */
  readonly end: number;
  readonly lesson: Drawn & Pick<Lesson, 'compares' | 'limit'>;
  /** The runs are over: what differs is marked. */
  readonly isOver: boolean;
  /** How long the ring stood still, where that is what is judged. */
  readonly pauseMs?: number | null | undefined;
  readonly wall?: Wall | undefined;
}

/** A loss that explodes leaves the picture: the others stay readable. */
const mostLoss = 3;

export function RunLines({ lines, end, lesson, isOver, pauseMs, wall }: Props) {
  const { draws = 'held-out', xAxis = 'step', limit } = lesson;
  const { textPx, curvePx } = wall ?? { textPx: 13, curvePx: 300 };
  const title = titleOf(lesson);
  const isTime = draws === 'steps by time';
  const formatX = isTime ? formatMs : formatCount;
  const formatY = draws === 'held-out' ? formatValue : draws === 'step times' ? formatMs : formatCount;
  const { shown, button } = useTableView(title, wall ? undefined : () => linesTable(lines, lesson));
  const curves = curvesOf(lines);
  const keys = lines.map((_, index) => keyOf(index));
  const most = Math.max(0.1, limit === undefined ? 0 : 1.25 * limit, curves.range(keys)[1]);
  const deaths = lines.flatMap(({ trial: { death }, points }) => {
    const at = death && points.find(({ x, y }) => (isTime ? y : x) >= death.afterStep);
    return death && at ? [{ step: death.afterStep, x: at.x }] : [];
  });
  const gaps = isOver ? gapsOf(lines, lesson, pauseMs) : [];
  return (
    <figure className={css.chart} style={{ fontSize: textPx }}>
      <figcaption className={css.key}>
        <span className={css.keyTitle}>{title}</span>
        {lines.map(({ trial: { label, colour, dash } }) => (
          <span key={label()}>
            <svg width="26" height="10" aria-hidden="true">
              <path d="M0 5H26" className={css.line} stroke={`var(--${colour})`} strokeDasharray={dash} />
            </svg>
            {label()}
          </span>
        ))}
      </figcaption>
      {shown ?? (
        <LineChart
          name={title}
          words={[
            `${title}.`,
            ...lines.filter(({ points }) => points.length > 0).map((line) => lineWords(line, formatY)),
            ...deaths.map(({ step }) => t`Step ${{ step }}: a replica ended.`),
            ...gaps.map(({ label }) => t`Marked: ${label}.`),
          ].join(' ')}
          textPx={textPx}
          curves={curves}
          series={lines.map(({ trial: { label, colour, dash } }, index) => ({
            key: keyOf(index),
            label: label(),
            colour,
            ...(dash === undefined ? {} : { dash }),
          }))}
          height={curvePx}
          xRange={[0, isTime ? Math.max(end, curves.x.at(-1) ?? 0) : end]}
          yRange={[0, draws === 'held-out' ? Math.min(mostLoss, most) : most]}
          gutter={0}
          formatX={formatX}
          formatXTick={isTime ? formatMs : formatTick}
          formatY={formatY}
          formatYTick={draws === 'step times' ? formatMs : formatTick}
          xWords={isTime ? t`Time` : xAxis === 'step' ? t`Step` : t`Examples seen`}
          isXCounted={!isTime}
          emptyWords=""
          marks={deaths.map(({ x }) => ({ x, label: t`a replica ended`, short: t`a replica ended` }))}
          gaps={gaps}
          levels={limit === undefined ? [] : [{ y: limit, label: t`at most ${{ limit: formatY(limit) }}` }]}
        />
      )}
      {button ? <div className={css.foot}>{button}</div> : null}
    </figure>
  );
}

function titleOf({ draws = 'held-out', xAxis = 'step', smoothing = 1 }: Drawn): string {
  switch (draws) {
    case 'held-out':
      return xAxis === 'step'
        ? smoothing > 1
          ? t`Loss on examples that nobody learns from, by step (mean of ${smoothing} points)`
          : t`Loss on examples that nobody learns from, by step`
        : smoothing > 1
          ? t`Loss on examples that nobody learns from, by examples seen (mean of ${smoothing} points)`
          : t`Loss on examples that nobody learns from, by examples seen`;
    case 'step times':
      return t`How long each step took`;
    case 'steps by time':
      return t`Steps made by then`;
    default:
      return draws satisfies never;
  }
}

/** What is judged, as one sees it. */
function gapsOf(
  lines: readonly RunLine[],
  { draws = 'held-out', compares }: Props['lesson'],
  pauseMs: Props['pauseMs'],
): readonly ChartGap[] {
  if (draws === 'steps by time') {
    const still = standstillOf(lines[0]?.points ?? []);
    if (!still || pauseMs === null) return [];
    const label = t`still for ${{ pause: formatMs(pauseMs ?? still.to[0] - still.from[0]) }}`;
    return [{ ...still, label }];
  }
  const gap = compares && lines.length === 2 ? gapOf(lines[1].points, lines[0].points, compares) : undefined;
  if (!gap) return [];
  const share = formatPercent(Math.abs(gap.ratio), 0);
  return [
    {
      from: [gap.x, gap.from],
      to: [gap.x, gap.to],
      label: !isVisible(gap)
        ? t`too close to tell`
        : gap.ratio > 0
          ? t`${{ label: lines[1].trial.label() }}: ${share} higher`
          : t`${{ label: lines[1].trial.label() }}: ${share} lower`,
      short: !isVisible(gap) ? t`too close` : gap.ratio > 0 ? t`${share} higher` : t`${share} lower`,
    },
  ];
}

/** Where no step came for longest. */
function standstillOf(points: readonly Point[]): Pick<ChartGap, 'from' | 'to'> | undefined {
  let longest: Pick<ChartGap, 'from' | 'to'> | undefined;
  let from: Point | undefined;
  for (const point of points) {
    if (from && point.y > from.y && (!longest || point.x - from.x > longest.to[0] - longest.from[0]))
      longest = { from: [from.x, from.y], to: [point.x, from.y] };
    if (!from || point.y > from.y) from = point;
  }
  return longest;
}

function lineWords({ trial, points }: RunLine, format: (y: number) => string): string {
  return t`${{ label: trial.label() }}: from ${{ first: format(points[0].y) }} to ${{ last: format(points[points.length - 1].y) }}.`;
}

function keyOf(line: number): string {
  return `line${line}`;
}

/** A row for each x of any line. */
function curvesOf(lines: readonly RunLine[]): Curves {
  const rows = new Map<number, Row>();
  for (const [index, { points }] of lines.entries())
    for (const { x, y } of points) rows.set(x, { segment: 0, ...rows.get(x), x, step: x, [keyOf(index)]: y });
  return Curves.of([...rows.values()].sort((a, b) => a.x - b.x));
}

/** All lines as a table, the newest first, with about as many points of a line as travel (H19). A line without a point at a
 *  place has a dash there: nothing is put between its points. */
export function linesTable(
  lines: readonly RunLine[],
  { draws = 'held-out', xAxis = 'step' }: Drawn,
): TableView {
  const isTime = draws === 'steps by time';
  const places = new Set(lines.flatMap(({ points }) => thinned(points).map(({ x }) => x)));
  const values = lines.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])));
  const formatY = draws === 'held-out' ? formatValue : draws === 'step times' ? formatMs : formatCount;
  return {
    columns: [
      isTime ? t`Time` : xAxis === 'step' ? t`Step` : t`Examples seen`,
      ...lines.map(({ trial }) => trial.label()),
    ],
    rows: [...places]
      .sort((a, b) => b - a)
      .map((x) => [isTime ? formatMs(x) : formatCount(x), ...values.map((line) => formatY(line.get(x)))]),
  };
}

/** Evenly, back from the last one. */
function thinned<T>(points: readonly T[]): readonly T[] {
  const every = Math.ceil(points.length / mostPoints);
  return points.filter((_, index) => (points.length - 1 - index) % every === 0);
}
