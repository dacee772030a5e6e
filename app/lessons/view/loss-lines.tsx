// Lines of losses with a key, and as a table. A wall is read from afar, and nobody presses a button there.
import { select, t } from '@lingui/core/macro';
import { useRef, type ReactNode } from 'react';
import { formatTick } from '../../bridge/words/format';
import { linearAxis, thinTicks } from '../../ui/axis';
import { useTableView } from '../../ui/table-view';
import { useSize } from '../../ui/use-size';
import type { Point } from '../core/curve';
import type { Lesson } from '../core/lesson';
import type { Trial } from '../core/trial';
import { linesTable } from './lines-table';
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

export function LossLines({
  lines,
  end,
  lesson: { smoothing, xAxis = 'step' },
  words,
  isPacked = false,
  wall,
}: {
  lines: readonly LossLine[];
  /** The end of the axis. */
  end: number;
  lesson: Pick<Lesson, 'smoothing' | 'xAxis'>;
  /** The picture in a sentence. */
  words: string;
  /** Each point is the mean of a part of the axis (H19). */
  isPacked?: boolean;
  wall?: Wall | undefined;
}) {
  const { textPx, curvePx: height } = wall ?? { textPx: 13, curvePx: 240 };
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame, { width: 600, height });
  const losses = lines.flatMap(({ points }) => points.map(({ loss }) => loss)).filter(Number.isFinite);
  const y = linearAxis(0, Math.max(0.1, ...losses), height < 9 * textPx ? 2 : 4);
  const labels = y.ticks.map((tick) => formatTick(tick));
  /** Digits, somewhat wider than in most fonts. */
  const widthOf = (text: string): number => 0.65 * textPx * text.length;
  const margin = {
    top: textPx * 0.8,
    right: textPx,
    bottom: textPx * 2.4,
    left: Math.max(46, Math.max(...labels.map(widthOf)) + textPx),
  };
  const wide = Math.max(1, width - margin.left - margin.right);
  const whole = linearAxis(0, end);
  const widest = Math.max(...whole.ticks.map((tick) => widthOf(formatTick(tick))));
  const x = thinTicks(whole, ((widest + textPx) / wide) * end);
  const left = (at: number): number => margin.left + (wide * at) / end;
  const top = (loss: number): number =>
    height - margin.bottom - ((height - margin.top - margin.bottom) * (loss - y.low)) / (y.high - y.low);
  /** The words stand to the right of a line at `x` px, else to its left; where neither has room, only the picture's
   *  sentence says it. */
  const besideLine = (x: number, wordsPx: number): ReactNode => {
    const gap = textPx * 0.4;
    const isRight = x + gap + wordsPx <= width;
    if (!isRight && x - gap - wordsPx < margin.left) return null;
    return (
      <text
        x={isRight ? x + gap : x - gap}
        y={margin.top + textPx}
        textAnchor={isRight ? 'start' : 'end'}
        className={css.label}
      >
        {t`a replica ended`}
      </text>
    );
  };
  const stroke = Math.max(2, textPx / 7);
  const deaths = lines.flatMap(({ trial: { death }, points }) => {
    const at = death?.afterStep ?? Infinity;
    return (points.at(-1)?.x ?? 0) > at ? [{ at, words: t`Step ${{ step: at }}: a replica ended.` }] : [];
  });
  const title = t`${select({ xAxis }, { step: 'Loss by step', other: 'Loss by examples seen' })}${select(
    { points: isPacked ? 'several' : smoothing > 1 ? 'some' : 'one' },
    {
      several: ', each point the mean of several steps',
      some: `, each point the mean of ${smoothing} steps`,
      other: '',
    },
  )}`;
  const { shown, button } = useTableView(title, wall ? undefined : () => linesTable(lines, xAxis));
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
      {shown}
      <div ref={frame} translate="no" className={css.plot} style={{ height }} hidden={shown !== undefined}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={[words, ...deaths.map(({ words }) => words)].join(' ')}
          fontSize={textPx}
        >
          {y.ticks.map((tick, index) => (
            <g key={tick}>
              <path d={`M${margin.left} ${top(tick)}H${width - margin.right}`} className={css.grid} />
              <text
                x={margin.left - textPx * 0.6}
                y={top(tick) + textPx * 0.35}
                textAnchor="end"
                className={css.label}
              >
                {labels[index]}
              </text>
            </g>
          ))}
          {x.ticks
            .filter((tick) => tick <= end)
            .map((tick) => (
              <text
                key={tick}
                x={left(tick)}
                y={height - textPx * 1.2}
                textAnchor="middle"
                className={css.label}
              >
                {formatTick(tick)}
              </text>
            ))}
          {deaths.map(({ at }) => (
            <g key={at}>
              <path
                d={`M${left(at)} ${margin.top}V${height - margin.bottom}`}
                className={css.death}
                strokeWidth={stroke / 2}
              />
              {besideLine(left(at), widthOf(t`a replica ended`))}
            </g>
          ))}
          {lines.map(({ trial: { label, colour, dash }, points }) => (
            <path
              key={label()}
              d={points
                .filter(({ loss }) => Number.isFinite(loss))
                .map(
                  ({ x, loss }, index) => `${index ? 'L' : 'M'}${left(x).toFixed(1)} ${top(loss).toFixed(1)}`,
                )
                .join('')}
              className={css.line}
              style={{ strokeWidth: stroke }}
              stroke={`var(--${colour})`}
              strokeDasharray={dash}
            />
          ))}
        </svg>
      </div>
      {button ? <div className={css.foot}>{button}</div> : null}
    </figure>
  );
}
