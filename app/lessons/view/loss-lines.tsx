// Lines of losses with a key, and as a table. A lesson draws them with every step of its run, so they are live curves. A wall is
// read from afar, and nobody presses a button there.
import { select, t } from '@lingui/core/macro';
import { Curves, type Row } from '../../bridge/series/curves';
import { formatCount, formatTick, formatValue } from '../../bridge/words/format';
import { LineChart } from '../../ui/line-chart';
import { useTableView, type TableView } from '../../ui/table-view';
import { type Point, mostLosses } from '../core/curve';
import type { Lesson } from '../core/lesson';
import type { Trial } from '../core/trial';
import css from './lesson.module.css';

export interface LossLine {
  readonly trial: Pick<Trial, 'label' | 'colour' | 'dash' | 'death'>;
  readonly points: readonly Point[];
}

/** How large its text is, and how high a curve may be. */
export interface Wall {
  readonly textPx: number;
  readonly curvePx: number;
}

interface Props {
  readonly lines: readonly LossLine[];
  /** The end of the axis. */
  readonly end: number;
  readonly lesson: Pick<Lesson, 'smoothing' | 'xAxis'>;
  /** The picture in a sentence. */
  readonly words: string;
  /** Each point is the mean of a part of the axis (H19). */
  readonly isPacked?: boolean;
  readonly wall?: Wall | undefined;
}

export function LossLines({
  lines,
  end,
  lesson: { smoothing, xAxis = 'step' },
  words,
  isPacked = false,
  wall,
}: Props) {
  const { textPx, curvePx } = wall ?? { textPx: 13, curvePx: 240 };
  const title = t`${select({ xAxis }, { step: 'Loss by step', other: 'Loss by examples seen' })}${select(
    { points: isPacked ? 'several' : smoothing > 1 ? 'some' : 'one' },
    {
      several: ', each point the mean of several steps',
      some: `, each point the mean of ${smoothing} steps`,
      other: '',
    },
  )}`;
  const { shown, button } = useTableView(title, wall ? undefined : () => linesTable(lines, xAxis));
  const curves = curvesOf(lines);
  const deaths = lines.flatMap(({ trial: { death }, points }) => {
    const at = death?.afterStep ?? Infinity;
    return (points.at(-1)?.x ?? 0) > at ? [at] : [];
  });
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
          words={[words, ...deaths.map((at) => t`Step ${{ step: at }}: a replica ended.`)].join(' ')}
          textPx={textPx}
          curves={curves}
          series={lines.map(({ trial: { label, colour, dash } }, index) => ({
            key: keyOf(index),
            label: label(),
            colour,
            ...(dash === undefined ? {} : { dash }),
          }))}
          height={curvePx}
          xRange={[0, end]}
          yRange={[0, Math.max(0.1, curves.range(lines.map((_, index) => keyOf(index)))[1])]}
          gutter={0}
          formatX={formatCount}
          formatXTick={formatTick}
          formatY={formatValue}
          formatYTick={formatTick}
          xWords={xAxis === 'step' ? t`Step` : t`Examples seen`}
          isXCounted
          emptyWords=""
          marks={deaths.map((x) => ({ x, label: t`a replica ended`, short: t`a replica ended` }))}
        />
      )}
      {button ? <div className={css.foot}>{button}</div> : null}
    </figure>
  );
}

function keyOf(line: number): string {
  return `line${line}`;
}

/** A row for each x of any line. */
function curvesOf(lines: readonly LossLine[]): Curves {
  const rows = new Map<number, Row>();
  for (const [index, { points }] of lines.entries())
    for (const { x, loss } of points)
      rows.set(x, { segment: 0, ...rows.get(x), x, step: x, [keyOf(index)]: loss });
  return Curves.of([...rows.values()].sort((a, b) => a.x - b.x));
}

/** The losses of all lines as a table, the newest first, with about as many points of a line as travel (H19). A line without
 *  a point at a place has a dash there: nothing is put between its points. */
export function linesTable(lines: readonly LossLine[], xAxis: NonNullable<Lesson['xAxis']>): TableView {
  const places = new Set(lines.flatMap(({ points }) => thinned(points).map(({ x }) => x)));
  const losses = lines.map(({ points }) => new Map(points.map(({ x, loss }) => [x, loss])));
  return {
    columns: [xAxis === 'step' ? t`Step` : t`Examples seen`, ...lines.map(({ trial }) => trial.label())],
    rows: [...places]
      .sort((a, b) => b - a)
      .map((x) => [formatCount(x), ...losses.map((line) => formatValue(line.get(x)))]),
  };
}

/** Evenly, back from the last one. */
function thinned<T>(points: readonly T[]): readonly T[] {
  const every = Math.ceil(points.length / mostLosses);
  return points.filter((_, index) => (points.length - 1 - index) % every === 0);
}
