// One step on a virtual clock: what computed, which sums were under way, and what that made of the step's time.
import { plural, t } from '@lingui/core/macro';
import { useRef } from 'react';
import { formatCount, formatMs } from '../../bridge/words/format';
import { linearAxis, thinTicks } from '../../ui/axis';
import { useTableView, type TableView } from '../../ui/table-view';
import { useSize } from '../../ui/use-size';
import { partMs, wallMs, type Interval, type Timeline, type TimelinePart } from '../virtual-ring/timeline';
import css from './lesson.module.css';

const usualTextPx = 12;
const edge = 14;
/** The gap between two neighbours, in px. */
const gap = 1;
/** px. With less, the words of a row begin at the edge. */
const leastWide = 300;
/** The width of a tick's words, in sizes of the text. */
const tickEms = 56 / usualTextPx;
/** The width of a letter in a row's words, in sizes of the text. */
const letterEms = 0.55;

const kinds = [
  ['compute', 'blue', () => t`computing alone`],
  ['overlapped', 'green', () => t`both at once: hidden`],
  ['exposed', 'vermillion', () => t`sums alone: exposed`],
] as const;

interface Props {
  readonly timeline: Timeline;
  /** The part of the step that is shown. */
  readonly share: number;
  /** The size of the text on a wall, where nobody presses a button. */
  readonly wallPx?: number | undefined;
}

export default function TimelineChart({ timeline, share, wallPx }: Props) {
  const textPx = wallPx ?? usualTextPx;
  const tickWidth = tickEms * textPx;
  const rowHeight = wallPx ?? 22;
  // Each row has its words above it.
  const firstRow = textPx + 10;
  const rowGap = rowHeight + textPx + 12;
  const below = textPx + 10;
  const height = firstRow + 2 * rowGap + rowHeight + below + 4;
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame, { width: 600, height });
  const endMs = wallMs(timeline);
  const computeEndMs = timeline.backward[timeline.backward.length - 1][1];
  const { ticks } = thinTicks(linearAxis(0, endMs, 6), (endMs * tickWidth) / Math.max(1, width - 2 * edge));
  const left = (ms: number): number => edge + ((width - 2 * edge) * ms) / endMs;
  const shownMs = share * endMs;
  const block = (row: number, [start, end]: Interval, colour: string, isFaint = false) => (
    <rect
      key={`${row} ${start} ${end}`}
      x={left(start)}
      y={firstRow + row * rowGap}
      width={start > shownMs ? 0 : Math.max(0.5, left(Math.min(end, shownMs)) - left(start) - gap)}
      height={rowHeight}
      fill={`var(--${colour})`}
      fillOpacity={isFaint ? 0.55 : 1}
    />
  );
  const sums = timeline.sums.length;
  const rows = [
    t`Forward, then backward by layer`,
    t`${{ sums: formatCount(sums) }} ${plural({ sums2: sums }, { one: 'sum', other: 'sums' })}`,
    t`The time of the step`,
  ];
  // On a narrow wall the longest of them is as wide as the picture.
  const rowPx =
    wallPx && Math.min(wallPx, width / (letterEms * Math.max(...rows.map(({ length }) => length))));
  const title = t`One step of a replica, on a virtual clock`;
  const { shown, button } = useTableView(
    title,
    wallPx === undefined ? () => timelineTable(timeline) : undefined,
  );
  return (
    <figure className={css.chart} style={wallPx === undefined ? undefined : { fontSize: wallPx }}>
      <figcaption className={css.key}>
        <span className={css.keyTitle}>{title}</span>
        {kinds.map(([kind, colour, words]) => (
          <span key={kind}>
            <svg width="14" height="14" aria-hidden="true">
              <rect width="14" height="14" rx="2" fill={`var(--${colour})`} />
            </svg>
            {words()} {formatMs(partMs(timeline, kind))}
          </span>
        ))}
      </figcaption>
      {shown}
      <div ref={frame} translate="no" className={css.plot} style={{ height }} hidden={shown !== undefined}>
        <svg width={width} height={height} role="img" aria-label={timelineWords(timeline)}>
          {ticks
            .filter((tick) => tick <= endMs)
            .map((tick) => (
              <g key={tick}>
                <path d={`M${left(tick)} ${firstRow}V${height - below}`} className={css.grid} />
                <text
                  x={left(tick)}
                  y={height - 6}
                  textAnchor={tick === 0 ? 'start' : left(tick) + tickWidth / 2 > width ? 'end' : 'middle'}
                  className={css.tick}
                  style={{ fontSize: wallPx }}
                >
                  {tick === 0 ? '0' : formatMs(tick)}
                </text>
              </g>
            ))}
          {rows.map((words, row) => (
            <text
              key={words}
              x={width < leastWide ? 0 : edge}
              y={firstRow + row * rowGap - 7}
              className={css.tick}
              style={{ fontSize: rowPx }}
            >
              {words}
            </text>
          ))}
          {block(0, timeline.forward, 'blue', true)}
          {timeline.backward.map((interval) => block(0, interval, 'blue'))}
          {timeline.sums.flatMap(({ interval: [start, end] }) => [
            ...(start < computeEndMs ? [block(1, [start, Math.min(end, computeEndMs)], 'green')] : []),
            ...(end > computeEndMs ? [block(1, [Math.max(start, computeEndMs), end], 'vermillion')] : []),
          ])}
          {timeline.parts.map(({ kind, interval }) => block(2, interval, colourOf(kind)))}
          {share < 1 ? (
            <path d={`M${left(shownMs)} ${firstRow - 4}V${height - below}`} className={css.now} />
          ) : null}
        </svg>
      </div>
      {button ? <div className={css.foot}>{button}</div> : null}
    </figure>
  );
}

/** The rows of the picture, one under the other. */
function timelineTable({ forward, backward, sums, parts }: Timeline): TableView {
  const row = (what: string, [start, end]: Interval) => [
    what,
    formatMs(start),
    formatMs(end),
    formatMs(end - start),
  ];
  return {
    columns: [t`What`, t`Begins`, t`Ends`, t`Takes`],
    rows: [
      row(t`Forward`, forward),
      ...backward.map((interval, index) =>
        row(t`Backward, layer ${{ layer: backward.length - index }}`, interval),
      ),
      ...sums.map(({ interval }, index) => row(t`Sum ${{ number: index + 1 }}`, interval)),
      ...parts.map(({ kind, interval }) => row(wordsOf(kind), interval)),
    ],
  };
}

function wordsOf(kind: TimelinePart['kind']): string {
  return kinds.find(([name]) => name === kind)![2]();
}

function colourOf(kind: TimelinePart['kind']): string {
  return kinds.find(([name]) => name === kind)![1];
}

function timelineWords(timeline: Timeline): string {
  const times = kinds.map(([kind, , words]) => `${words()} ${formatMs(partMs(timeline, kind))}`);
  return t`One step takes ${{ wallMs: formatMs(wallMs(timeline)) }}. ${{ times: times.join(', ') }}.`;
}
