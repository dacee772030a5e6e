// Steps of all members over time, a row each: above, what the device does (computing, waiting, updating); below, buckets that
// leave and segments that arrive. Zoomed and read like the curves: by drag, pointer and keys.
import { t } from '@lingui/core/macro';
import { memo, useId, useRef, type CSSProperties } from 'react';
import type { SeenAccount, SpanKind } from '../../../src/replica/protocol';
import { formatCount, formatMs, formatTick } from '../../bridge/words/format';
import type { TimelineWindow } from '../../bridge/series/timeline-log';
import { spanAxis } from '../../ui/axis';
import { fitTicks, XLabels, xAxisHeight } from '../../ui/chart-axes';
import { useGestures } from '../../ui/chart-gestures';
import { usePointer, useZoom } from '../../ui/chart-view';
import { Selection, ShowAll } from '../../ui/show-all';
import { useSize } from '../../ui/use-size';
import ui from '../../ui/shape.module.css';
import css from './timeline-panel.module.css';
import { momentWords } from './span-words';

export interface GanttRow {
  readonly id: string;
  readonly name: string;
  /** '±0.42 ms'. */
  readonly clock: string;
}

interface Props {
  readonly name: string;
  /** Pictures of one group share their zoom and their crosshair. */
  readonly group: string;
  readonly window: TimelineWindow;
  readonly rows: readonly GanttRow[];
  /** The length of the whole picture; the same for pictures that are compared. */
  readonly lengthMs: number;
  /** Whose steps the lines across all rows mark. */
  readonly self: string;
  readonly nameOf: (member: string) => string;
}

/** px. With less width the names stand above their rows. */
const leastWide = 560;
const nameWidth = 148;
/** Half of a tick label has room. */
const edge = 6;
const stepsHeight = 20;
const lanes: Readonly<Record<SpanKind, { readonly top: number; readonly height: number }>> = {
  compute: { top: 0, height: 13 },
  wait: { top: 0, height: 13 },
  finish: { top: 0, height: 13 },
  send: { top: 15, height: 7 },
  receive: { top: 24, height: 7 },
};
const lanesHeight = 31;
const rowGap = 11;
const nameHeight = 19;
/** The button stands under the axis: over the bars it would hide the last ones. */
const showAllHeight = 30;

export function Gantt({ name, group, window, rows, lengthMs, self, nameOf }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const clip = useId();
  const { width } = useSize(frame, { width: 720, height: 100 });
  const isWide = width >= leastWide;
  const left = isWide ? nameWidth : edge;
  const right = Math.max(left + 1, width - edge);
  const rowHeight = lanesHeight + rowGap + (isWide ? 0 : nameHeight);
  const height = stepsHeight + rows.length * rowHeight + xAxisHeight;
  const bottom = height - xAxisHeight;
  const span = [0, lengthMs] as const;
  const zoom = useZoom(group);
  const [low, high] = zoom && zoom[0] < lengthMs ? zoom : span;
  const axis = fitTicks(spanAxis(low, high), (tick, largest) => formatTick(tick, largest), right - left);
  const place = (ms: number): number => left + ((ms - low) / (high - low)) * (right - left);
  const { handlers, drag } = useGestures({ group, span, left, right, low, high });
  const topOf = (row: number): number => stepsHeight + row * rowHeight;
  const own = window.members.get(self) ?? [];
  return (
    <div>
      <div
        translate="no"
        ref={frame}
        className={css.frame}
        style={{ height: zoom ? height + showAllHeight : height }}
        role="group"
        tabIndex={0}
        aria-label={t`${name}: arrow keys move the crosshair, plus and minus zoom, Shift with arrows moves along, 0 shows all. With a pointer, drag to zoom and double-click to show all.`}
        {...handlers}
      >
        {rows.map((row, index) => (
          <p
            key={row.id}
            className={isWide ? css.name : `${css.name} ${css.isAbove}`}
            style={{ top: topOf(index) - 3, width: isWide ? nameWidth - 10 : '100%' }}
          >
            <span className={ui.oneLine} title={row.name}>
              {row.name}
            </span>
            <span className={css.clock}>{row.clock}</span>
          </p>
        ))}
        <svg className={css.plot} width={width} height={height} aria-hidden="true">
          <clipPath id={clip}>
            <rect x={left} y={0} width={right - left} height={bottom} />
          </clipPath>
          <Hatch id={`${clip}-wait`} />
          <Stripes id={`${clip}-send`} lineWidth={1} degrees={-45} />
          <Stripes id={`${clip}-receive`} lineWidth={2} degrees={0} />
          <g clipPath={`url(#${clip})`} style={stripesOf(clip)}>
            <StepLines accounts={own} startMs={window.startMs} {...{ place, bottom, left, right }} />
            {rows.map((row, index) => (
              <Bars
                key={row.id}
                accounts={window.members.get(row.id) ?? none}
                startMs={window.startMs}
                top={topOf(index) + (isWide ? 0 : nameHeight)}
                {...{ low, high, left, right }}
                hatch={`${clip}-wait`}
              />
            ))}
          </g>
          <line className={css.axis} x1={left} x2={right} y1={bottom} y2={bottom} />
          <XLabels {...{ axis, place, left, right, bottom }} />
          {drag ? <Selection drag={drag} top={0} bottom={bottom} /> : null}
        </svg>
        <Crosshair {...{ group, low, high, left, right, bottom }} />
        {zoom ? <ShowAll group={group} frame={frame} style={{ right: '0.375rem', bottom: 0 }} /> : null}
      </div>
      <Reading {...{ group, window, rows, nameOf }} leastMs={(high - low) / (right - left)} />
    </div>
  );
}

const none: readonly SeenAccount[] = [];

function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} className={css.hatchGround} />
      <rect width={2.5} height={5} className={css.hatch} />
    </pattern>
  );
}

interface StripesProps {
  id: string;
  lineWidth: number;
  degrees: number;
}

/** Where the system sets the colours, what leaves and what arrives differ by these. */
function Stripes({ id, lineWidth, degrees }: StripesProps) {
  return (
    <pattern
      id={id}
      width={4}
      height={4}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${degrees})`}
    >
      <rect width={4} height={4} className={css.hatchGround} />
      <rect width={lineWidth} height={4} className={css.hatch} />
    </pattern>
  );
}

/** The patterns under the names that the style sheet knows. */
function stripesOf(id: string): CSSProperties {
  return {
    '--send-stripes': `url(#${id}-send)`,
    '--receive-stripes': `url(#${id}-receive)`,
  } as CSSProperties;
}

interface StepLinesProps {
  accounts: readonly SeenAccount[];
  startMs: number;
  place: (ms: number) => number;
  bottom: number;
  left: number;
  right: number;
}

function StepLines({ accounts, startMs, place, bottom, left, right }: StepLinesProps) {
  return accounts.map((account) => {
    const from = place(account.startMs - startMs);
    const to = place(account.endMs - startMs);
    const words = t`step ${{ step: formatCount(account.step) }}`;
    // In the part of the step that is in view.
    const begin = Math.max(from, left);
    const isLabelled = Math.min(to, right) - begin > 8 * words.length;
    return (
      <g key={account.step}>
        <line className={css.stepLine} x1={from} x2={from} y1={0} y2={bottom} />
        {isLabelled ? (
          <text className={css.step} x={begin + 4} y={13}>
            {words}
          </text>
        ) : null}
      </g>
    );
  });
}

interface BarsProps {
  accounts: readonly SeenAccount[];
  startMs: number;
  top: number;
  low: number;
  high: number;
  left: number;
  right: number;
  hatch: string;
}

/** Drawn again only when it changes: the crosshair moves with every pixel. */
const Bars = memo(function Bars({ accounts, startMs, top, low, high, left, right, hatch }: BarsProps) {
  const place = (ms: number): number => left + ((ms - startMs - low) / (high - low)) * (right - left);
  return (
    <g>
      <rect className={css.ground} x={left} width={right - left} y={top} height={lanesHeight} />
      {accounts.flatMap((account) => [
        <line
          key={account.step}
          className={css.ownStep}
          x1={place(account.startMs)}
          x2={place(account.startMs)}
          y1={top}
          y2={top + lanesHeight}
        />,
        ...account.spans.map(({ kind, startMs: from, endMs: to }, index) => (
          <rect
            key={`${account.step} ${index}`}
            className={css[kind]}
            {...(kind === 'wait' ? { fill: `url(#${hatch})` } : {})}
            x={place(from)}
            width={Math.max(1, place(to) - place(from))}
            y={top + lanes[kind].top}
            height={lanes[kind].height}
          />
        )),
      ])}
    </g>
  );
});

interface CrosshairProps {
  group: string;
  low: number;
  high: number;
  left: number;
  right: number;
  bottom: number;
}

function Crosshair({ group, low, high, left, right, bottom }: CrosshairProps) {
  const at = usePointer(group);
  if (at === undefined || at < low || at > high) return null;
  const x = left + ((at - low) / (high - low)) * (right - left);
  return <div className={css.crosshair} style={{ left: x, height: bottom }} />;
}

/** What each member does at the crosshair. */
function Reading({
  group,
  window,
  rows,
  leastMs,
  nameOf,
}: Pick<Props, 'group' | 'window' | 'rows' | 'nameOf'> & { leastMs: number }) {
  const at = usePointer(group);
  if (at === undefined)
    return (
      <p
        className={`${ui.faint} ${css.help}`}
      >{t`Time in ms. Point at the picture, or use its arrow keys, to read a moment.`}</p>
    );
  return (
    <dl className={css.reading} aria-live="polite">
      <dt>{t`After ${{ at: formatMs(at) }}`}</dt>
      {rows.map(({ id, name }) => (
        <dd key={id}>
          <strong>{name}</strong>{' '}
          {momentWords(window.members.get(id) ?? none, window.startMs + at, leastMs, nameOf)}
        </dd>
      ))}
    </dl>
  );
}
