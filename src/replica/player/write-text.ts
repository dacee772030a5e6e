// A text by the model of one step, sent as it grows. The Worker looks at its messages a few times a second, so that a
// person can stop it.
import { prng } from '../../base/prng';
import { textOf, tokensOf, tokenTexts, type Vocabulary } from '../../data/vocabulary';
import { yieldToLoop } from '../../base/yield-to-loop';
import { writeTokens, type WrittenToken } from '../../model/decode/write-tokens';
import type { LoadedModel } from './loaded-model';
import type { Question, Written } from './player-messages';

/** A frame of a screen. */
const partMs = 16;
const mostWritten = 2000;
const noTokens: Vocabulary = { kind: 'characters', characters: [] };

export async function writeText(
  model: LoadedModel,
  { prompt, choice, seed, length }: Question & { kind: 'write' },
  onPart: (written: Written) => void,
  isStopped: () => boolean,
): Promise<Written> {
  const { vocabulary = noTokens } = model.weights;
  const { known, unknown } = tokensOf(prompt, vocabulary);
  const start = known.length > 0 ? known : [0];
  const texts = tokenTexts(vocabulary);
  const random = prng('playground', seed);
  const beganMs = performance.now();
  const writing = writeTokens(model.decoder, start, choice, () => random.float());
  const tokens: WrittenToken[] = [];
  let sent = 0;
  let sentMs = beganMs;
  const written = (from: number): Written => ({
    step: model.weights.step,
    prompt: textOf(start, vocabulary),
    unknown,
    tokens: tokens.slice(from),
    texts: from === 0 ? texts : [],
    isOfCharacters: vocabulary.kind === 'characters',
    ms: performance.now() - beganMs,
  });
  while (tokens.length < Math.min(length, mostWritten) && !isStopped()) {
    tokens.push(writing.next().value);
    if (performance.now() - sentMs < partMs) continue;
    onPart(written(sent));
    sent = tokens.length;
    await yieldToLoop();
    sentMs = performance.now();
  }
  return written(0);
}
