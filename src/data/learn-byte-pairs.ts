// Learns byte pairs from a text: again and again the pair of neighbouring tokens that is most frequent within words
// becomes one token. Of equally frequent pairs the one with the smaller left token is taken, then the one with the smaller
// right token. So the same text gives the same tokens on every device.
import { say } from '../base/sayings';
import { ok, type Result } from '../base/result';
import { byteTokens, type Merge, mostTokens } from './byte-pairs';
import { type FileBytes, readPieces } from './unpack';
import { WordCutter } from './words';

/** Enough to learn a thousand pairs from; more would only take longer. */
const learntBytes = 8 * 2 ** 20;
/** A pair seen once is not worth a token. */
const fewestTimes = 2;

/** `onProgress`: merges learnt, of so many wanted. */
export async function learnBytePairs(
  given: FileBytes,
  tokens: number,
  onProgress: (learnt: number, wanted: number) => void,
): Promise<Result<readonly Merge[], 'bad-file'>> {
  const counts = new Map<string, number>();
  const cutter = new WordCutter((word) => {
    const name = String.fromCharCode(...word);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  let left = learntBytes;
  // A gzipped text gives as many unpacked bytes; its cap is that of its tokens.
  const read = await readPieces(given, Number.MAX_SAFE_INTEGER, say('text-file'), (piece) => {
    cutter.write(piece.subarray(0, left));
    left -= piece.length;
    return left > 0;
  });
  if (!read.ok) return read;
  cutter.end();
  return ok(learnFrom(counts, tokens, onProgress));
}

/** `counts`: of each word, as a string of its bytes. */
export function learnFrom(
  counts: ReadonlyMap<string, number>,
  tokens: number,
  onProgress: (learnt: number, wanted: number) => void = () => undefined,
): readonly Merge[] {
  const words = new CountedWords(counts);
  const merges: Merge[] = [];
  const wanted = Math.min(tokens, mostTokens) - byteTokens;
  while (merges.length < wanted) {
    const merge = words.mostFrequent(byteTokens + merges.length);
    if (!merge) break;
    words.merge(merge, byteTokens + merges.length);
    merges.push(merge);
    if (merges.length % 8 === 0) onProgress(merges.length, wanted);
  }
  return merges;
}

/** Different words one after the other in one array, each with its length and its count; and how often each pair comes. */
class CountedWords {
  readonly #tokens: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #lengths: Uint8Array;
  readonly #counts: Float64Array;
  /** (left, right) */
  readonly #pairs = new Float64Array(mostTokens * mostTokens);

  constructor(counts: ReadonlyMap<string, number>) {
    const names = [...counts.keys()];
    this.#counts = Float64Array.from(counts.values());
    this.#lengths = Uint8Array.from(names, ({ length }) => length);
    this.#starts = new Uint32Array(names.length);
    let length = 0;
    names.forEach((name, word) => {
      this.#starts[word] = length;
      length += name.length;
    });
    this.#tokens = new Uint16Array(length);
    names.forEach((name, word) => {
      for (let i = 0; i < name.length; i++) this.#tokens[this.#starts[word] + i] = name.charCodeAt(i);
      this.#countPairs(word, 1);
    });
  }

  /** The most frequent pair among the first `tokens` tokens. Undefined: no pair is frequent enough. */
  mostFrequent(tokens: number): Merge | undefined {
    let most = fewestTimes - 1;
    let found: Merge | undefined;
    for (let left = 0; left < tokens; left++)
      for (let right = 0; right < tokens; right++) {
        const times = this.#pairs[left * mostTokens + right];
        if (times <= most) continue;
        most = times;
        found = [left, right];
      }
    return found;
  }

  merge([left, right]: Merge, token: number): void {
    for (let word = 0; word < this.#lengths.length; word++) {
      const start = this.#starts[word];
      const end = start + this.#lengths[word];
      if (!this.#holds(start, end, left, right)) continue;
      this.#countPairs(word, -1);
      let to = start;
      for (let i = start; i < end; i++) {
        const isPair = i + 1 < end && this.#tokens[i] === left && this.#tokens[i + 1] === right;
        this.#tokens[to++] = isPair ? token : this.#tokens[i];
        if (isPair) i++;
      }
      this.#lengths[word] = to - start;
      this.#countPairs(word, 1);
    }
  }

  #holds(start: number, end: number, left: number, right: number): boolean {
    for (let i = start + 1; i < end; i++)
      if (this.#tokens[i] === right && this.#tokens[i - 1] === left) return true;
    return false;
  }

  #countPairs(word: number, sign: 1 | -1): void {
    const times = sign * this.#counts[word];
    const start = this.#starts[word];
    for (let i = start + 1; i < start + this.#lengths[word]; i++)
      this.#pairs[this.#tokens[i - 1] * mostTokens + this.#tokens[i]] += times;
  }
}
