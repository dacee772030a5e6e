// The table has every outer optimizer, and what each makes of a mean change is its paper's.
import { readdir } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  innerStepsOf,
  outerOptimizer,
  outerRate,
  syncNamed,
  syncNameOf,
  syncNames,
  syncSettings,
} from '../sync';
import { outerKinds, outerTable } from './outer-table';

test('every file of this folder is in the table, and nothing else', async () => {
  const others = ['outer-rules.ts', 'outer-table.ts', 'outer-table.test.ts'];
  const files = (await readdir(new URL('./', import.meta.url))).filter((name) => !others.includes(name));
  const stated = new Set<unknown>();
  for (const name of files)
    for (const one of Object.values((await import(`../outer/${name.slice(0, -3)}.ts`)) as object))
      stated.add(one);
  expect(stated).toEqual(new Set(Object.values(outerTable)));
  expect(files).toHaveLength(outerKinds.length);
});

test.each(outerKinds)('%s: its line, its setting and its mode agree', (kind) => {
  const { schema, usual, mode } = outerTable[kind];
  expect(schema.entries.kind.literal).toBe(kind);
  const sync = syncNamed(mode, 16);
  expect(sync).toEqual({ kind: 'local', innerSteps: 16, outer: usual });
  expect(v.parse(syncSettings, sync)).toEqual(sync);
  expect(syncNameOf(sync, 'int8')).toBe(mode);
  expect(outerRate(usual)).toBe(Math.fround(outerRate(usual)));
});

test('every mode has its own name, and is found by it', () => {
  expect(syncNames).toEqual(['every-step', 'local-sgd', 'diloco', 'streaming-diloco', 'sparse-loco']);
  for (const name of syncNames) {
    const sync = syncNamed(name, 8);
    expect(syncNameOf(sync, name === 'sparse-loco' ? name : 'f32')).toBe(name);
    expect(innerStepsOf(sync)).toBe(name === 'every-step' ? 1 : name === 'streaming-diloco' ? 2 : 8);
  }
});

test('E24: local SGD takes the mean itself, DiLoCo Nesterov momentum of 0.9 at 0.7', () => {
  expect(outerOptimizer(outerTable.average.usual)).toEqual({ kind: 'sgd' });
  expect(outerRate(outerTable.average.usual)).toBe(1);
  expect(outerOptimizer(outerTable.nesterov.usual)).toEqual({
    kind: 'momentum',
    momentum: 0.9,
    nesterov: true,
  });
  expect(outerRate(outerTable.nesterov.usual)).toBe(Math.fround(0.7));
});
