// The class of a character, as the pattern of GPT-2 asks for it: letter (\p{L}), number (\p{N}), blank (\s) or mark. The table
// is ours and of Unicode 16.0, because engines know different versions of Unicode, and the ids of a text must be equal on
// all members.
import { gpt2Classes } from './gpt2-classes-bytes';

export const mark = 0;
export const letter = 1;
export const number = 2;
export const blank = 3;

/** White_Space of Unicode, which has not changed since 6.3. */
const blanks = new Set([0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);

/** `point`: a code point. */
export function classOf(point: number): number {
  if (point < 0x80) return ascii[point];
  if (isBlank(point)) return blank;
  const { starts, classes } = (runs ??= readRuns());
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= point) low = middle;
    else high = middle;
  }
  return classes[low];
}

function isBlank(point: number): boolean {
  return (point >= 9 && point <= 13) || (point >= 0x2000 && point <= 0x200a) || blanks.has(point);
}

const ascii = Uint8Array.from({ length: 0x80 }, (_, point) => {
  if (isBlank(point)) return blank;
  if (point >= 0x30 && point <= 0x39) return number;
  const lower = point | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? letter : mark;
});

interface Runs {
  /** The first code point of each run, ascending from U+0080. */
  readonly starts: Uint32Array;
  readonly classes: Uint8Array;
}

let runs: Runs | undefined;

/** The written form is told beside the table. */
function readRuns(): Runs {
  const [starts, classes] = [[0x80], [mark]];
  let [value, shift] = [0, 0];
  for (const digit of gpt2Classes) {
    const bits = digits.indexOf(digit);
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    starts.push(starts.at(-1)! + (value >> 1));
    classes.push((classes.at(-1)! + 1 + (value & 1)) % 3);
    [value, shift] = [0, 0];
  }
  return { starts: Uint32Array.from(starts), classes: Uint8Array.from(classes) };
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
