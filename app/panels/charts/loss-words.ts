// The loss in a sentence. What it says of a step is that step's own; a smoothed figure is called so, and a held-out loss of
// another step names that step.
import { formatCount, formatValue } from '../../bridge/words/format';
import { bitsPerByte, termsOf, termWord, termWords } from '../../bridge/words/run-words';
import type { Snapshot } from '../../../src/replica/protocol';
import { chartsText } from '../../text/charts';

export interface ShownLoss {
  readonly step: number;
  readonly loss: number | undefined;
  /** undefined: nothing is smoothed. */
  readonly smoothed: number | undefined;
  /** The chart shows a part of the run: the last step is not among what is shown. */
  readonly isPart: boolean;
}

export function lossWords(
  { step, loss, smoothed, isPart }: ShownLoss,
  config: Snapshot['config'],
  validation: Snapshot['validation'],
): string {
  const unit = termsOf(config) === 'examples' ? '' : chartsText.natsPer(termWord(config));
  const words = chartsText.stepTrainingLoss(
    isPart ? chartsText.whereShownPart : chartsText.after,
    formatCount(step),
    isPart ? ',' : '',
    formatValue(loss),
    unit,
  );
  const smooth = smoothed === undefined ? '' : chartsText.smoothedTo(formatValue(smoothed));
  if (!validation || isPart) return `${words}${smooth}.`;
  const bits = bitsPerByte(config, validation.loss);
  const at = validation.step === step ? '' : chartsText.ofStep(formatCount(validation.step));
  const heldOut = chartsText.heldOut3(termWords(config), formatValue(validation.loss) + at);
  return words + smooth + heldOut + (bits === undefined ? '.' : chartsText.bitsPerByte(formatValue(bits)));
}
