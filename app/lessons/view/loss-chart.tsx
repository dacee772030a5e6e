// The losses of a lesson's runs: a few lines with a key, small enough to load with the lesson.
import { t } from '@lingui/core/macro';
import { formatTick } from '../../bridge/words/format';
import { endOf, smoothed, type Curve } from '../core/curve';
import type { Lesson } from '../core/lesson';
import { stepsPerSum } from '../core/trial';
import { LossLines } from './loss-lines';

interface Props {
  readonly curves: readonly Curve[];
  readonly lesson: Pick<Lesson, 'smoothing' | 'xAxis'>;
}

export function LossChart({ curves, lesson }: Props) {
  return (
    <LossLines
      lines={curves.map(({ trial, steps }) => ({ trial, points: smoothed(steps, lesson) }))}
      end={Math.max(2, ...curves.map(({ trial }) => endOf(trial, lesson)))}
      lesson={lesson}
      words={chartWords(curves)}
    />
  );
}

function chartWords(curves: readonly Curve[]): string {
  const words = curves
    .filter(({ steps }) => steps.length > 0)
    .map(({ trial, steps }) => {
      const last = steps[steps.length - 1];
      return t`${{ label: trial.label() }}: from ${{ number: formatTick(Number(steps[0].loss.toPrecision(3))) }} to ${{ number2: formatTick(Number(last.loss.toPrecision(3))) }} at step ${{ step: last.step * stepsPerSum(trial) }}`;
    });
  return words.length > 0 ? t`Loss. ${{ words: words.join('. ') }}.` : t`Loss. No step yet.`;
}
