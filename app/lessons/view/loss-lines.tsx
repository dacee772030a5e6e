// Lines of losses with a key. The labels are as large as the screen around them needs: a wall is read from afar.
import { useRef, type ReactNode } from 'react';
import { formatTick } from '../../bridge/words/format';
import { linearAxis, thinTicks } from '../../ui/axis';
import { useSize } from '../../ui/use-size';
import type { Point } from '../core/curve';
import type { Lesson } from '../core/lesson';
import type { Trial } from '../core/trial';
import { lessonsText } from '../../text/lessons';
import css from './lesson.module.css';

export interface LossLine {
  readonly trial: Pick<Trial, 'label' | 'colour' | 'dash' | 'death'>;
  readonly points: readonly Point[];
}

export function LossLines({
  lines,
  end,
  lesson: { smoothing, xAxis = 'step' },
  words,
  textPx = 13,
  height = 240,
}: {
  lines: readonly LossLine[];
  /** Of the axis. */
  end: number;
  lesson: Pick<Lesson, 'smoothing' | 'xAxis'>;
  /** The picture in a sentence. */
  words: string;
  /** The size of labels. */
  textPx?: number;
  height?: number;
}) {
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
  /** To the right of a line at `x` px, else to its left; where neither has room, only the picture's sentence says it. */
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
        {lessonsText.aReplicaEnded}
      </text>
    );
  };
  const stroke = Math.max(2, textPx / 7);
  const deaths = lines.flatMap(({ trial: { death }, points }) => {
    const at = death?.afterStep ?? Infinity;
    return (points.at(-1)?.x ?? 0) > at ? [{ at, words: lessonsText.replicaEnded(at) }] : [];
  });
  return (
    <figure className={css.chart} style={{ fontSize: textPx }}>
      <figcaption className={css.key}>
        <span className={css.keyTitle}>
          {lessonsText.loss(
            xAxis === 'step' ? lessonsText.step : lessonsText.examplesSeen,
            smoothing > 1 ? lessonsText.eachPointMean(smoothing) : '',
          )}
        </span>
        {lines.map(({ trial: { label, colour, dash } }) => (
          <span key={label}>
            <svg width="26" height="10" aria-hidden="true">
              <path d="M0 5H26" className={css.line} stroke={`var(--${colour})`} strokeDasharray={dash} />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
      <div ref={frame} className={css.plot} style={{ height }}>
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
              {besideLine(left(at), widthOf(lessonsText.aReplicaEnded))}
            </g>
          ))}
          {lines.map(({ trial: { label, colour, dash }, points }) => (
            <path
              key={label}
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
    </figure>
  );
}
