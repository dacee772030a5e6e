// A prompt continued token by token. A model reads at most `context` positions. When they are full, it continues from the
// last half of them, read again, because positions are absolute: so a token costs two positions on average.
import type { Decoder } from './decoder';
import { byDescending, drawChances, drawToken, probabilitiesOf, type TokenChoice } from './token-choice';

interface LikelyToken {
  readonly token: number;
  /** The probability that the model itself gives, before temperature, top-k and top-p. */
  readonly probability: number;
  /** The probability with which it was drawn, after them. */
  readonly chance: number;
}

export interface WrittenToken extends LikelyToken {
  /** The likeliest tokens at this place, the written one among them or not. */
  readonly likeliest: readonly LikelyToken[];
}

const shownAlternatives = 5;

/** Endless. `random` is uniform over [0, 1). The prompt has at least one token. */
export function* writeTokens(
  decoder: Decoder,
  prompt: readonly number[],
  choice: TokenChoice,
  random: () => number,
): Generator<WrittenToken, never> {
  const { context } = decoder;
  const window = prompt.slice(-context);
  let logits = readAll(decoder, window);
  for (;;) {
    const probabilities = probabilitiesOf(logits);
    const chances = drawChances(logits, choice);
    const likely = (token: number): LikelyToken => ({
      token,
      probability: probabilities[token],
      chance: chances[token],
    });
    const token = drawToken(chances, random());
    const likeliest = Array.from(byDescending(logits).subarray(0, shownAlternatives), likely);
    yield { ...likely(token), likeliest };
    window.push(token);
    if (window.length > context) {
      window.splice(0, window.length - Math.ceil(context / 2));
      logits = readAll(decoder, window);
    } else logits = decoder.read(token);
  }
}

/** The logits after the last of these tokens, read from the beginning. */
export function readAll(decoder: Decoder, tokens: readonly number[]): Float32Array {
  decoder.clear();
  let logits = new Float32Array();
  for (const token of tokens) logits = decoder.read(token) as typeof logits;
  return logits;
}
