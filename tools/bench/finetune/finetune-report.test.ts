import { expect, test } from 'vitest';
import { compile } from '../../../src/model/plan/plan';
import { parseFinetuneOptions } from './finetune-options';
import { finetuneLine, finetuneText, type FinetuneTurn } from './finetune-report';
import { finetuneModels, finetuneShapes } from '../../lab/finetune/finetune-shapes';

const turn = (peakMib: number, ...ms: number[]): FinetuneTurn => ({
  ...{ ms: [1e6, ...ms], loss: 10, adapters: 1000, peakBytes: peakMib * 2 ** 20, device: 'CPU (2)' },
});
const shape = finetuneShapes.small;

test('a line is the median rate after the first step, and half of PyTorch’s', () => {
  const line = finetuneLine(
    shape,
    { engine: 2, threads: 2 },
    { ours: [turn(500, 1000, 2000, 3000)], theirs: [turn(700, 512), turn(600, 512)] },
  );
  expect(line).toMatchObject({ ours: 256, goal: 500, unit: 'tokens/s', runs: 1 });
  expect(line.parts).toEqual({
    'numbers trained': 1000,
    'bytes of a sum': 4000,
    'peak MiB': 500,
    'PyTorch, 2 threads': 1000,
    'PyTorch’s peak MiB': 700,
    'times as fast': 0.256,
  });
  expect(finetuneText(line)).toContain('4 × 128 tokens, CPU (2): 256 tokens/s (goal 500)');
});

test('there is no goal without PyTorch, and none for WebGPU beside it', () => {
  const ours = [turn(500, 1000)];
  const alone = finetuneLine(shape, { engine: 1, threads: 1 }, { ours, theirs: [] });
  const webgpu = finetuneLine(shape, { engine: 'webgpu', threads: 1 }, { ours, theirs: ours });
  for (const line of [alone, webgpu]) {
    expect(line).not.toHaveProperty('goal');
    expect(finetuneText(line)).toContain('CPU (2): 512 tokens/s (no goal)');
  }
  expect(alone.parts).not.toHaveProperty('PyTorch, 1 thread');
  expect(webgpu.parts).toHaveProperty('PyTorch, 1 thread', 512);
});

test('systems that train unlike many numbers are not compared', () => {
  const other = { ...turn(1, 1), adapters: 999 };
  const turns = { ours: [turn(1, 1)], theirs: [other] };
  expect(() => finetuneLine(shape, { engine: 1, threads: 1 }, turns)).toThrow('1000 and 999');
});

test('rank 8 on every matrix of DistilGPT-2 is 589,824 numbers', () => {
  expect(compile(finetuneModels(finetuneShapes.distil).adapted, 1).parameterCount).toBe(589_824);
});

test('bad options name what is wrong', () => {
  for (const [args, text] of [
    [['--only', 'gpt4'], "not 'gpt4'"],
    [['--threads', '0'], '1 to 16'],
    [['--engines', 'cuda'], "not 'cuda'"],
  ] as const) {
    const parsed = parseFinetuneOptions(args);
    expect(parsed.ok ? '' : JSON.stringify(parsed.error)).toContain(text);
  }
});
