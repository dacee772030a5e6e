import { expect, test } from 'vitest';
import { compile } from '../../../src/model/plan/plan';
import { parseFinetuneOptions } from './finetune-options';
import { finetuneLine, finetuneText, type FinetuneTurn } from './finetune-report';
import { finetuneModels, finetuneShapes } from './finetune-shapes';

const turn = (peakMib: number, ...ms: number[]): FinetuneTurn => ({
  ...{ ms: [1e6, ...ms], loss: 10, adapters: 1000, peakBytes: peakMib * 2 ** 20 },
});
const shape = finetuneShapes.small;

test('a line is the median rate after the first step, and half of PyTorch’s', () => {
  const line = finetuneLine(shape, 2, [turn(500, 1000, 2000, 3000)], [turn(700, 512), turn(600, 512)]);
  expect(line).toMatchObject({ ours: 256, goal: 500, unit: 'tokens/s', runs: 1 });
  expect(line.parts).toEqual({
    'numbers trained': 1000,
    'bytes of a sum': 4000,
    'peak MiB': 500,
    PyTorch: 1000,
    'PyTorch’s peak MiB': 700,
    'times as fast': 0.256,
  });
  expect(finetuneText(line)).toContain('4 × 128 tokens, 2 threads: 256 tokens/s (goal 500)');
});

test('without PyTorch there is no goal, and that is said', () => {
  const line = finetuneLine(shape, 1, [turn(500, 1000)], []);
  expect(line).not.toHaveProperty('goal');
  expect(finetuneText(line)).toContain('1 thread: 512 tokens/s (PyTorch is not installed)');
});

test('systems that train unlike many numbers are not compared', () => {
  const other = { ...turn(1, 1), adapters: 999 };
  expect(() => finetuneLine(shape, 1, [turn(1, 1)], [other])).toThrow('1000 and 999');
});

test('rank 8 on every matrix of DistilGPT-2 is 589,824 numbers', () => {
  expect(compile(finetuneModels(finetuneShapes.distil).adapted, 1).parameterCount).toBe(589_824);
});

test('bad options name what is wrong', () => {
  for (const [args, text] of [
    [['--only', 'gpt4'], "not 'gpt4'"],
    [['--threads', '0'], '1 to 16'],
  ] as const) {
    const parsed = parseFinetuneOptions(args);
    expect(parsed.ok ? '' : JSON.stringify(parsed.error)).toContain(text);
  }
});
