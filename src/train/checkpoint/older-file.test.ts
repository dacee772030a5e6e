// A run on a table that ring protocol 32 saved (two replicas, forty steps on four inputs): then a table was the IDX files that
// its recipe made. It loads as a table of today, with the bits that were saved.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { inEnglish } from '../../cli/english/in-english';
import { rootDigest } from '../../optim/state/digest';
import { keptRunConfig } from '../run/older-run';
import { parseRunConfig } from '../run/run-config';
import { openCheckpoint, readCheckpoint } from './read-checkpoint';
import { fileBytes } from './testing/held-state';

let bytes: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const file = new URL('testing/table-of-protocol-32.safetensors', import.meta.url);
  bytes = new Uint8Array(await readFile(file));
});

const table = {
  kind: 'table',
  ...{ name: 'leaves', examples: 60, inputs: 4, classes: 2, classNames: ['ash', 'oak'] },
  recipe: { kind: 'table', target: 'kind' },
};

test('a run that an older version saved on a table is a run on a table, bit for bit', async () => {
  const read = await readCheckpoint(new Blob([bytes]));
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  const { held, digest } = read.value;
  expect(held.state.config.data).toMatchObject(table);
  expect(held.state.config.data).not.toHaveProperty('inputShape');
  expect([held.state.step, digest]).toEqual([40, '24c6df108c131b89']);
  expect(rootDigest(held.tensors, held.hashes)).toBe('de04621399fc2d22');
  const again = await readCheckpoint(new Blob([fileBytes(held)]));
  expect(again.ok && again.value.held).toEqual(held);
});

test('an older file whose state was changed is damaged', async () => {
  const text = new TextDecoder('latin1').decode(bytes);
  const changed = text.replace('\\"step\\":40', '\\"step\\":39');
  expect(changed).not.toBe(text);
  const read = await readCheckpoint(new Blob([Uint8Array.from(changed, (unit) => unit.charCodeAt(0))]));
  expect(read.ok ? 'read' : inEnglish(read.error.says)).toContain('their digest differs');
});

test('a configuration that a browser keeps from then is a table too; members take it from nobody', async () => {
  const opened = await openCheckpoint(new Blob([bytes]));
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const { config: older } = JSON.parse(opened.value.opened.metadata.state) as { config: unknown };
  expect(older).toMatchObject({ data: { kind: 'idx', inputShape: [4], recipe: { kind: 'table' } } });
  expect(keptRunConfig(older)).toMatchObject({ ok: true, value: { data: table } });
  expect(parseRunConfig(older).ok).toBe(false);
  const { config } = opened.value.facts.state;
  expect(keptRunConfig(config)).toEqual({ ok: true, value: config });
  expect(keptRunConfig(undefined).ok).toBe(false);
});
