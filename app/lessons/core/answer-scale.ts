// The answers on the slider of a question for a number: round numbers where the least is above 0, of even width else. Two
// neighbours differ by no more than what counts as the same answer. Pure.
import type { Question } from './prediction';

const digits = [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9] as const;
/** About so many answers of even width. */
const evenSteps = 100;

export function answersOn({ least, most }: Question & { kind: 'number' }): readonly number[] {
  if (least > 0) {
    const powers = Math.ceil(Math.log10(most / least)) + 1;
    const first = Math.floor(Math.log10(least));
    return Array.from({ length: powers + 1 }, (_, index) => first + index)
      .flatMap((power) => digits.map((digit) => rounded(digit * 10 ** power)))
      .filter((value) => value >= least && value <= most);
  }
  const width = roundWidth((most - least) / evenSteps);
  const count = Math.floor((most - least) / width + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => rounded(least + index * width));
}

/** 1, 2 or 5 times a power of ten, at most `width`. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width) + 1e-9);
  const digit = [5, 2, 1].find((one) => one * power <= width * (1 + 1e-9)) ?? 1;
  return rounded(digit * power);
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
