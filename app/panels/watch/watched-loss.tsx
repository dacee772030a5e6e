// The loss of a watched ring over the steps. Its labels are as large as the text around it, so that a wall can be read.
import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import type { RingView } from '../../../src/replica/ring-view';
import { formatCount, formatTick } from '../../bridge/words/format';
import { chartMark, type Mark } from '../../bridge/words/mark-words';
import { ChartMarks } from '../../ui/chart-marks';
import { linearAxis, spanAxis, thinTicks } from '../../ui/axis';
import { textWidth } from '../../ui/text-width';
import { useSize } from '../../ui/use-size';
import { lossWords } from './watched-tables';
import css from './watch.module.css';

/** `textPx`: the size of labels. */
export function WatchedLoss({
  picture,
  textPx,
  marks = [],
}: {
  picture: RingView;
  textPx: number;
  /** What was changed, and what it did. */
  marks?: readonly Mark[];
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame, { width: 480, height: 240 });
  const { curve, step } = picture;
  if (curve.length === 0)
    return (
      <div ref={frame} translate="no" className={css.picture}>
        <p className={css.empty}>
          {step === 0 ? t`The curve begins with the first step.` : t`No loss is known of these steps.`}
        </p>
      </div>
    );
  const values = curve.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = linearAxis(low > 0 && low < 0.6 * high ? 0 : low, high, height > 300 ? 4 : 2);
  const largest = Math.max(...y.ticks.map(Math.abs));
  const labels = y.ticks.map((tick) => formatTick(tick, largest));
  const left = Math.max(...labels.map((label) => textWidth(label, textPx))) + textPx * 0.6;
  const right = Math.max(left + 1, width - textPx * 0.5);
  const top = textPx * 0.7;
  const bottom = height - textPx * 1.7;
  const [first, last] = [curve[0][0], curve[curve.length - 1][0]];
  const whole = spanAxis(first, Math.max(last, first + 1), true);
  const widest = Math.max(...whole.ticks.map((tick) => textWidth(formatCount(tick), textPx)), 1);
  const x = thinTicks(whole, ((widest + textPx) / (right - left)) * (whole.high - whole.low));
  const placeX = (at: number): number => left + ((at - x.low) / (x.high - x.low)) * (right - left);
  const placeY = (value: number): number => bottom - ((value - y.low) / (y.high - y.low)) * (bottom - top);
  const points = curve.map(([at, value]) => `${placeX(at).toFixed(1)} ${placeY(value).toFixed(1)}`);
  return (
    <div ref={frame} translate="no" className={css.picture}>
      <svg
        className={css.plot}
        width={width}
        height={height}
        role="img"
        aria-label={lossWords(picture)}
        fontSize={textPx}
      >
        {y.ticks.map((tick, index) => (
          <g key={tick}>
            <line className={css.grid} x1={left} x2={right} y1={placeY(tick)} y2={placeY(tick)} />
            <text
              className={css.axis}
              x={left - textPx * 0.4}
              y={placeY(tick) + textPx * 0.35}
              textAnchor="end"
            >
              {labels[index]}
            </text>
          </g>
        ))}
        {x.ticks.map((tick) => {
          const half = textWidth(formatCount(tick), textPx) / 2;
          return (
            <text
              key={tick}
              className={css.axis}
              x={Math.min(Math.max(placeX(tick), left + half * 0.2), width - half)}
              y={height - textPx * 0.4}
              textAnchor="middle"
            >
              {formatCount(tick)}
            </text>
          );
        })}
        <ChartMarks
          marks={marks.map((mark) => chartMark(mark, mark.step))}
          place={placeX}
          {...{ left, right, top, bottom, textPx }}
          isLow={placeY(values[values.length - 1]) < (top + bottom) / 2}
        />
        <path className={css.line} d={`M${points.join('L')}`} strokeWidth={Math.max(2, textPx / 7)} />
        {curve.length === 1 ? (
          <circle className={css.dot} cx={placeX(first)} cy={placeY(values[0])} r={textPx / 4} />
        ) : null}
      </svg>
    </div>
  );
}
