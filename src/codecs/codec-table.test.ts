// The table has every codec, and all that goes through codecs by name has every one of the table.
import { readdir, readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { codecTable } from './codec-table';
import { codecOf } from './registry';
import {
  codecKinds,
  codecNamed,
  codecSchema,
  compressionNamed,
  isGathered,
  parseCompression,
} from './setting';
import { codecSettings } from './testing/settings';

const folder = new URL('./', import.meta.url);

test('every file that states a codec is in the table, and nothing else', async () => {
  const stated = new Set<unknown>();
  for (const name of await readdir(folder)) {
    if (!/^[a-z0-9-]+\.ts$/.test(name)) continue;
    if (!/= (codecRules|rulesOfKind)\(/.test(await readFile(new URL(name, folder), 'utf8'))) continue;
    const module = (await import(`../codecs/${name.slice(0, -3)}.ts`)) as Record<string, unknown>;
    for (const one of Object.values(module))
      if (typeof one === 'object' && one && 'make' in one && 'route' in one) stated.add(one);
  }
  expect(stated).toEqual(new Set(Object.values(codecTable)));
  expect(stated.size).toBeGreaterThan(7);
});

test.each(codecKinds)('%s: its line, its setting, its name and its list of tests agree', async (kind) => {
  const { schema, usual } = codecTable[kind];
  expect(schema.entries.kind.literal).toBe(kind);
  expect(v.parse(codecSchema, usual)).toEqual(usual);
  expect(codecNamed(kind)).toEqual(usual);
  expect(parseCompression(kind)).toEqual(usual);
  expect(codecOf(usual).name.startsWith(kind)).toBe(true);
  expect(codecSettings.map((setting) => setting.kind)).toContain(kind);
  const rows = (await readFile(new URL('CODECS.md', folder), 'utf8')).split('\n');
  expect(rows.filter((row) => row.startsWith(`| \`${kind}\` |`))).toHaveLength(2); // layout, cost
  expect(await readFile(new URL('../../tools/bench/parts/codecs.bench.ts', folder), 'utf8')).toContain(
    `kind: '${kind}'`,
  );
});

test('a number after the name is the setting’s own, and no other is taken', () => {
  expect(parseCompression('top-k:0.02')).toEqual({ kind: 'top-k', share: 0.02 });
  expect(parseCompression('power-sgd:2')).toEqual({ kind: 'power-sgd', rank: 2 });
  expect(parseCompression('int8:2')).toBeUndefined();
  expect(parseCompression('top-k:0.9')).toBeUndefined();
});

test('parts of a sign, of chosen places and of few levels do not add up on the way', () => {
  const gathered = codecKinds.filter((kind) => isGathered(codecNamed(kind)));
  expect(gathered).toEqual(['sign', 'top-k', 'sparse-loco']);
  expect(isGathered(compressionNamed('power-sgd'))).toBe(false);
});
