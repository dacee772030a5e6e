import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildWasm } from '../../scripts/build-wasm.mjs';

test('the committed WebAssembly equals a fresh build of its sources', async () => {
  const committed = await readFile(new URL('digit-bytes.ts', import.meta.url), 'utf8');
  expect(await buildWasm('data/digit-bytes.ts')).toBe(committed); // else: npm run build:wasm
}, 60_000);
