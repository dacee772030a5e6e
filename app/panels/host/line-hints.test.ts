// The console proposes what sums cost less with only where a step waits for them, and with the cost that was measured.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { syncNamed } from '../../../src/train/run/sync';
import { codecHint, localCosts, syncHint, waitsForSums } from './line-hints';

const split = { computeMs: 100, overlappedMs: 50, exposedMs: 30, waitingMs: 40, otherMs: 10 };

test('a step waits for its sums where they are half of its time', () => {
  expect(waitsForSums({ split: undefined }, false), 'before a step').toBe(false);
  expect(waitsForSums({ split }, false)).toBe(false);
  expect(waitsForSums({ split: { ...split, exposedMs: 199 } }, false)).toBe(false);
  expect(waitsForSums({ split: { ...split, exposedMs: 201 } }, false)).toBe(true);
});

test('near the bound it goes on waiting, until its sums are well below', () => {
  expect(waitsForSums({ split: { ...split, exposedMs: 110 } }, true)).toBe(true);
  expect(waitsForSums({ split: { ...split, exposedMs: 105 } }, true)).toBe(false);
});

test('a proposal stands beside what it would change, and no longer once that is changed', () => {
  expect(codecHint({ codec: { kind: 'f32' } })).toMatch(/8 bits .* a quarter of the bytes; .* the same loss/);
  expect(codecHint({ codec: { kind: 'int8' } })).toBeUndefined();
  expect(syncHint({ kind: 'every-step' })).toMatch(/CNN needed 28.% more examples .* GPT 11.%/);
  expect(syncHint(syncNamed('diloco', 16))).toBeUndefined();
});

test('the costs are those of the tables of COST.md', async () => {
  const text = await readFile(new URL('../../../src/collectives/COST.md', import.meta.url), 'utf8');
  const stepsOf = (model: string, codec: string): number => {
    const table = text.split('\n\n').find((part) => part.startsWith(`| ${model} | 100mbit`))!;
    const row = table.split('\n').find((line) => line.startsWith(`| ${codec} |`))!;
    return Number(row.split('|').at(-2));
  };
  const models = { cnn: 'cnn', gpt: 'gpt:mini' } as const;
  for (const [of, model] of Object.entries(models)) {
    const all = stepsOf(model, 'f32');
    expect(stepsOf(model, 'int8') / all, 'as many steps to the loss').toBe(1);
    const inner = 16 * stepsOf(model, 'diloco:16+int4');
    expect(inner / all - 1).toBeCloseTo(localCosts[of as keyof typeof models], 2);
  }
});
