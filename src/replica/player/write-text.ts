// A text by the model of one step, sent as it grows. The Worker looks at its messages a few times a second, so that a
// person can stop it.
import { prng } from '../../base/prng';
import { yieldToLoop } from '../../model/cpu/yield-to-loop';
import { writeTokens, type WrittenToken } from '../../model/decode/write-tokens';
import type { LoadedModel } from './loaded-model';
import type { Question, Written } from './player-messages';

/** A frame of a screen. */
const partMs = 16;
export const mostWritten = 2000;

export async function writeText(
  model: LoadedModel,
  { prompt, choice, seed, length }: Question & { kind: 'write' },
  onPart: (written: Written) => void,
  isStopped: () => boolean,
): Promise<Written> {
  const characters = model.weights.characters ?? [];
  const { known, unknown } = tokensOf(prompt, characters);
  const start = known.length > 0 ? known : [0];
  const random = prng('playground', seed);
  const beganMs = performance.now();
  const writing = writeTokens(model.decoder, start, choice, () => random.float());
  const tokens: WrittenToken[] = [];
  let sent = 0;
  let sentMs = beganMs;
  const written = (from: number): Written => ({
    step: model.weights.step,
    prompt: textOf(start, characters),
    unknown,
    tokens: tokens.slice(from),
    characters: from === 0 ? characters : [],
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

/** The characters that the model knows as tokens, and those that it does not. */
export function tokensOf(
  text: string,
  characters: readonly string[],
): { readonly known: number[]; readonly unknown: string } {
  const tokenOf = new Map(characters.map((character, token) => [character, token]));
  const all = Array.from(text);
  return {
    known: all.map((character) => tokenOf.get(character)).filter((token) => token !== undefined),
    unknown: [...new Set(all.filter((character) => !tokenOf.has(character)))].join(''),
  };
}

export function textOf(tokens: readonly number[], characters: readonly string[]): string {
  return tokens.map((token) => characters[token]).join('');
}
