// The room's measured step beside the calculator's answer for the room's figures.
import { stepCost } from '../../src/calculator/step-cost';
import { formatShare, formatSpan } from '../bridge/words/calculator-words';
import type { RoomFigures } from '../panels/ring/room-figures';

export function roomWords(figures: RoomFigures): string {
  if (figures.kind === 'not yet') return figures.why;
  const { setup, point, stepMs, leftOutMs } = figures;
  const cost = stepCost(setup);
  return (
    `A step takes ${formatSpan(stepMs)}, measured, and ${formatShare(point.utilisation)} of it is compute. ` +
    `The model says ${formatSpan(cost.stepMs)} and ${formatShare(cost.utilisation)}. ` +
    `It leaves out waiting for a replica, the update and bookkeeping: ${formatSpan(leftOutMs)} a step.`
  );
}
