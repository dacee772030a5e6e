// F7: a file of a few MiB that nests a million levels is refused at once. JSON.parse alone took seconds for it.
import { expect, test } from 'vitest';
import { concatBytes, utf8 } from '../../base/bytes';
import { isDeep } from './deep-json';
import { openSafetensors } from './safetensors-file';

test('F7: what nests deeper than 64 levels is deep, whatever its texts hold', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(isDeep(nested(64))).toBe(false);
  expect(isDeep(nested(65))).toBe(true);
  expect(isDeep(JSON.stringify({ a: '['.repeat(100), b: `\\"${'{'.repeat(100)}` }))).toBe(false);
  expect(isDeep('"endless\\')).toBe(false);
});

test('F7: a checkpoint with a header of 8 MiB of brackets is refused at once', async () => {
  const text = utf8('['.repeat(4e6) + ']'.repeat(4e6));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  const beganMs = performance.now();
  const opened = await openSafetensors(new Blob([concatBytes(length, text)]));
  const ms = performance.now() - beganMs;
  console.info(`refused in ${ms.toFixed(0)} ms`);
  expect(opened).toMatchObject({ ok: false, error: { code: 'foreign' } });
  expect(ms).toBeLessThan(1_000);
});
