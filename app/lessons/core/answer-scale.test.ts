import { expect, test } from 'vitest';
import { answersOn } from './answer-scale';

const scale = (least: number, most: number) =>
  answersOn({ kind: 'number', text: '', unit: '', least, most, factor: 1.25 });

test('a scale from above 0 has all round numbers, each within a quarter of its neighbour', () => {
  for (const [least, most] of [
    [1, 5000],
    [100, 60_000],
    [1, 200],
    [1, 30_000],
  ]) {
    const answers = scale(least, most);
    expect(answers[0]).toBe(least);
    expect(most / answers.at(-1)!, `the end of ${least} to ${most}`).toBeLessThan(1.25);
    const ratios = answers.slice(1).map((answer, index) => answer / answers[index]);
    expect(Math.min(...ratios)).toBeGreaterThan(1);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.25);
    const round = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) => [digit * 10, digit * 100, digit * 1000]);
    expect(answers).toEqual(expect.arrayContaining(round.filter((value) => value >= least && value <= most)));
  }
});

test('a scale that begins with 0 has round steps of even width', () => {
  expect(scale(0, 100)).toEqual(Array.from({ length: 101 }, (_, percent) => percent));
  expect(scale(0, 3).slice(0, 4)).toEqual([0, 0.02, 0.04, 0.06]);
  expect(scale(0, 3).at(-1)).toBe(3);
  expect(scale(0, 16).slice(0, 3)).toEqual([0, 0.1, 0.2]);
  expect(scale(0, 0.001).at(-1)).toBe(0.001);
});
