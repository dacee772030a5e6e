// The room's measured step beside the calculator's answer for the room's figures.
import { stepCost } from '../../src/calculator/step-cost';
import { formatShare, formatSpan } from '../bridge/words/calculator-words';
import type { RoomFigures } from '../panels/ring/room-figures';
import { joinText } from '../text/join';

export function roomWords(figures: RoomFigures): string {
  if (figures.kind === 'not yet') return figures.why;
  const { setup, point, stepMs, leftOutMs } = figures;
  const cost = stepCost(setup);
  const measured = setup.localSteps === 1 ? joinText.stepTakesMeasured : joinText.localStepTakesMeasured;
  return (
    measured(formatSpan(stepMs), formatShare(point.utilisation)) +
    joinText.modelSays(formatSpan(cost.stepMs), formatShare(cost.utilisation)) +
    joinText.leavesOutWaiting(formatSpan(leftOutMs))
  );
}
