// The table of COST.md that carries the model on paper to thousands is what cost.ts computes.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allReduceCost } from './cost';
import { sumPaths, type SumPath } from './topology';

const sizes = [8, 64, 512, 4096];
/** A billion parameters in two bytes each; 10 Gbit/s; 1 ms a message; a second of compute a step. */
const [bytes, bytesPerSecond, alphaMs, computeMs, innerSteps] = [2e9, 10e9 / 8, 1, 1000, 100];
const paths = ['ring', 'tree', 'star', 'halving-doubling'] as const satisfies readonly SumPath[];

function table(): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const sumMs = (path: SumPath, size: number): number =>
    allReduceCost(path, size, bytes, alphaMs, bytesPerSecond).predictedMs;
  const cell = (ms: number, steps: number): string => {
    const share = (100 * steps * computeMs) / (steps * computeMs + ms);
    return `${Number((ms / 1000).toPrecision(3))} s (${Number(share.toPrecision(2))} %)`;
  };
  return [
    row(['', ...sizes.map((size) => `N = ${size.toLocaleString('en')}`)]),
    row(['---', ...sizes.map(() => '---')]),
    ...paths.map((path) => row([path, ...sizes.map((size) => cell(sumMs(path, size), 1))])),
    row([`ring, ${innerSteps} local steps`, ...sizes.map((size) => cell(sumMs('ring', size), innerSteps))]),
  ];
}

test('COST.md has the table for 8 to 4,096 replicas that the model computes', async () => {
  const text = await readFile(new URL('COST.md', import.meta.url), 'utf8');
  expect(text).toContain(table().join('\n'));
});

test('every way that a sum can travel has its row', async () => {
  const text = await readFile(new URL('COST.md', import.meta.url), 'utf8');
  const rows = text.slice(0, text.indexOf('## Why')).split('\n');
  for (const path of sumPaths) {
    const name = path.replace('halving-doubling', 'halving–doubling');
    expect(rows.filter((row) => row.startsWith(`| ${name}`)).length, path).toBeGreaterThan(0);
  }
});

test('its figures by hand: a ring of 4,096, and a star of 8', () => {
  // 2 · 4,095 messages of 1 ms, and 2 · 4,095 / 4,096 of 1.6 s.
  expect(table()[2]).toContain('| 11.4 s (8.1 %) |');
  // 2 · (1 ms + 7 · 1.6 s).
  expect(table()[4]).toContain('| star | 22.4 s (4.3 %) |');
});
