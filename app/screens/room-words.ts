// The room's measured step beside the calculator's answer for the room's figures.
import { t } from '@lingui/core/macro';
import { stepCost } from '../../src/calculator/step-cost';
import { formatShare, formatSpan } from '../bridge/words/calculator-words';
import type { RoomFigures } from '../panels/ring/room-figures';

export function roomWords(figures: RoomFigures): string {
  if (figures.kind === 'not yet') return figures.why;
  const { setup, point, stepMs, leftOutMs } = figures;
  const cost = stepCost(setup);
  const [span, share] = [formatSpan(stepMs), formatShare(point.utilisation)];
  return [
    setup.localSteps === 1
      ? t`A step takes ${span}, measured, and ${share} of it is compute.`
      : t`A local step takes ${span}, measured, with its share of a sum, and ${share} of it is compute.`,
    t`The model says ${{ span: formatSpan(cost.stepMs) }} and ${{ share: formatShare(cost.utilisation) }}.`,
    t`It leaves out waiting for a replica, the update and bookkeeping: ${{ leftOutMs: formatSpan(leftOutMs) }} a step.`,
  ].join(' ');
}
