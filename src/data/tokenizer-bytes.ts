// A tokenizer of GPT-2's kind as the bytes of a file, which a run names by its hash: its 50,000 merges are too many for a
// configuration. Little-endian: the number of merges (u32), the two tokens of each merge (u16, u16), then the special tokens
// as a JSON list in UTF-8.
import { concatBytes, utf8 } from '../base/bytes';
import { parsedJson } from '../base/parsed-json';
import { fail, ok, type Result } from '../base/result';
import { inFull, say } from '../base/sayings';
import {
  type BytePairs,
  byteTokens,
  type Merge,
  mergesMisfit,
  mostPairTokens,
  mostTokenBytes,
} from './byte-pairs';
import { areSpecial, mostSpecialBytes } from './special-tokens';

const headBytes = 4;
const bytesOfMerge = 4;
export const mostTokenizerBytes = headBytes + bytesOfMerge * (mostPairTokens - byteTokens) + mostSpecialBytes;

export type Tokenizer = BytePairs & Required<Pick<BytePairs, 'gpt2'>>;

export function tokenizerBytes({ merges, gpt2 }: Tokenizer): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(headBytes + bytesOfMerge * merges.length);
  const view = new DataView(head.buffer);
  view.setUint32(0, merges.length, true);
  for (const [at, [left, right]] of merges.entries()) {
    view.setUint16(headBytes + bytesOfMerge * at, left, true);
    view.setUint16(headBytes + bytesOfMerge * at + 2, right, true);
  }
  return concatBytes(head, utf8(JSON.stringify(gpt2.special)));
}

/** Strict: another replica may have made it. */
export function readTokenizerBytes(bytes: Uint8Array): Result<Tokenizer, 'bad-tokenizer'> {
  if (bytes.length > mostTokenizerBytes) return refuse(`it is longer than ${mostTokenizerBytes} bytes`);
  if (bytes.length < headBytes) return refuse('it is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const end = headBytes + bytesOfMerge * count;
  if (count > mostPairTokens - byteTokens || end > bytes.length)
    return refuse(`it has no room for ${count} byte pairs`);
  const merges = Array.from({ length: count }, (_, at): Merge => {
    const place = headBytes + bytesOfMerge * at;
    return [view.getUint16(place, true), view.getUint16(place + 2, true)];
  });
  const why = mergesMisfit(merges, mostTokenBytes);
  if (why !== undefined) return refuse(why);
  const special = parsedJson(bytes.subarray(end));
  if (!areSpecial(special)) return refuse('its special tokens are no list of distinct texts');
  if (byteTokens + count + special.length > mostPairTokens)
    return refuse(`it has more than ${mostPairTokens} tokens`);
  return ok({ kind: 'byte-pairs', merges, gpt2: { special } });
}

function refuse(why: string): Result<never, 'bad-tokenizer'> {
  return fail(
    'bad-tokenizer',
    inFull(say('tokens-malformed'), `the file of the tokenizer is not well-formed: ${why}`),
  );
}
