// The losses of a lesson's runs: a few lines with a key, small enough to load with the lesson.
import { formatTick } from '../../bridge/words/format';
import { endOf, smoothed, type Curve } from '../core/curve';
import type { Lesson } from '../core/lesson';
import { stepsPerSum } from '../core/trial';
import { lessonsText } from '../../text/lessons';
import { LossLines } from './loss-lines';

export function LossChart({
  curves,
  lesson,
}: {
  curves: readonly Curve[];
  lesson: Pick<Lesson, 'smoothing' | 'xAxis'>;
}) {
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
      return lessonsText.fromStep(
        trial.label,
        formatTick(Number(steps[0].loss.toPrecision(3))),
        formatTick(Number(last.loss.toPrecision(3))),
        last.step * stepsPerSum(trial),
      );
    });
  return words.length > 0 ? lessonsText.loss2(words.join('. ')) : lessonsText.lossNoStep;
}
