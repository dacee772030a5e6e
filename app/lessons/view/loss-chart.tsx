// The losses of a lesson's runs: a few lines with a key, small enough to load with the lesson.
import { useRef } from 'react';
import { formatTick } from '../../bridge/words/format';
import { linearAxis } from '../../ui/axis';
import { useSize } from '../../ui/use-size';
import type { Lesson } from '../core/lesson';
import type { Curve } from './use-lesson';
import { lessonsText } from '../../text/lessons';
import css from './lesson.module.css';

const height = 240;
const margin = { top: 10, right: 12, bottom: 34, left: 46 } as const;

export function LossChart({
  curves,
  lesson: { smoothing, xAxis = 'step' },
}: {
  curves: readonly Curve[];
  lesson: Pick<Lesson, 'smoothing' | 'xAxis'>;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame, { width: 600, height });
  const lines = curves.map(({ trial, steps }) => ({ trial, points: smoothed(steps, smoothing, xAxis) }));
  const losses = lines.flatMap(({ points }) => points.map(({ loss }) => loss)).filter(Number.isFinite);
  const last = Math.max(
    2,
    ...curves.map(
      ({ trial }) => trial.steps * (xAxis === 'step' ? 1 : trial.replicas * trial.config.localBatch),
    ),
  );
  const y = linearAxis(0, Math.max(0.1, ...losses));
  const x = linearAxis(0, last);
  const left = (at: number): number => margin.left + ((width - margin.left - margin.right) * at) / last;
  const top = (loss: number): number =>
    height - margin.bottom - ((height - margin.top - margin.bottom) * (loss - y.low)) / (y.high - y.low);
  return (
    <figure className={css.chart}>
      <figcaption className={css.key}>
        <span className={css.keyTitle}>
          {lessonsText.loss(
            xAxis === 'step' ? lessonsText.step : lessonsText.examplesSeen,
            smoothing > 1 ? lessonsText.eachPointMean(smoothing) : '',
          )}
        </span>
        {curves.map(({ trial }) => (
          <span key={trial.label}>
            <svg width="26" height="10" aria-hidden="true">
              <path
                d="M0 5H26"
                className={css.line}
                stroke={`var(--${trial.colour})`}
                strokeDasharray={trial.dash}
              />
            </svg>
            {trial.label}
          </span>
        ))}
      </figcaption>
      <div ref={frame} className={css.plot} style={{ height }}>
        <svg width={width} height={height} role="img" aria-label={chartWords(curves)}>
          {y.ticks.map((tick) => (
            <g key={tick}>
              <path d={`M${margin.left} ${top(tick)}H${width - margin.right}`} className={css.grid} />
              <text x={margin.left - 8} y={top(tick) + 4} textAnchor="end" className={css.tick}>
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {x.ticks
            .filter((tick) => tick <= last)
            .map((tick) => (
              <text key={tick} x={left(tick)} y={height - 14} textAnchor="middle" className={css.tick}>
                {formatTick(tick)}
              </text>
            ))}
          {lines.map(({ trial, points }) => (
            <path
              key={trial.label}
              d={points
                .filter(({ loss }) => Number.isFinite(loss))
                .map(
                  ({ x, loss }, index) => `${index ? 'L' : 'M'}${left(x).toFixed(1)} ${top(loss).toFixed(1)}`,
                )
                .join('')}
              className={css.line}
              stroke={`var(--${trial.colour})`}
              strokeDasharray={trial.dash}
            />
          ))}
        </svg>
      </div>
    </figure>
  );
}

function smoothed(
  steps: Curve['steps'],
  over: number,
  xAxis: 'step' | 'examples',
): readonly { x: number; loss: number }[] {
  let sum = 0;
  return steps.flatMap(({ step, examplesTotal, loss }, index) => {
    sum += loss - (index >= over ? steps[index - over].loss : 0);
    return index + 1 >= over ? [{ x: xAxis === 'step' ? step : examplesTotal, loss: sum / over }] : [];
  });
}

function chartWords(curves: readonly Curve[]): string {
  const words = curves
    .filter(({ steps }) => steps.length > 0)
    .map(({ trial, steps }) => {
      const last = steps[steps.length - 1];
      return lessonsText.fromStep(
        trial.label,
        formatTick(Number(steps[0].loss.toPrecision(3))),
        formatTick(Number(last.loss.toPrecision(3))),
        last.step,
      );
    });
  return words.length > 0 ? lessonsText.loss2(words.join('. ')) : lessonsText.lossNoStep;
}
