// The loss in a sentence. What it says of a step is that step's own; a smoothed figure is called so, and a held-out loss of
// another step names that step.
import { select, t } from '@lingui/core/macro';
import { formatCount, formatValue } from '../../bridge/words/format';
import { bitsPerByte, termsOf, termWord } from '../../bridge/words/run-words';
import type { Snapshot } from '../../../src/replica/protocol';

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
  const shown = trainedWords(loss, smoothed, config);
  const at = formatCount(step);
  if (isPart) return t`Where the shown part ends, after step ${at}, the training loss is ${{ loss: shown }}.`;
  if (!validation) return t`After step ${at} the training loss is ${{ loss: shown }}.`;
  const bits = bitsPerByte(config, validation.loss);
  const terms = termsOf(config);
  const heldOut = formatValue(validation.loss);
  const held =
    validation.step === step ? heldOut : t`${heldOut} at step ${{ step: formatCount(validation.step) }}`;
  return bits === undefined
    ? t`After step ${at} the training loss is ${{ loss: shown }}, ${select(terms, { characters: 'on held-out characters', tokens: 'on held-out tokens', other: 'on held-out examples' })} ${held}.`
    : t`After step ${at} the training loss is ${{ loss: shown }}, ${select(terms, { characters: 'on held-out characters', tokens: 'on held-out tokens', other: 'on held-out examples' })} ${held}, or ${{ bits: formatValue(bits) }} bits per byte.`;
}

/** '0.52 nats per token (smoothed 0.6)' */
function trainedWords(
  loss: number | undefined,
  smoothed: number | undefined,
  config: Snapshot['config'],
): string {
  const value = formatValue(loss);
  const words = termsOf(config) === 'examples' ? value : t`${value} nats per ${{ term: termWord(config) }}`;
  return smoothed === undefined
    ? words
    : t`${{ loss: words }} (smoothed ${{ smoothed: formatValue(smoothed) }})`;
}
