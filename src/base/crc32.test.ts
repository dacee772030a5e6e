import { crc32 as nodeCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { utf8 } from './bytes';
import { crc32 } from './crc32';
import { prng } from './prng';

test('is the CRC of zlib', () => {
  expect(crc32(utf8('123456789'))).toBe(0xcbf43926); // the check value of the catalogue of CRCs
  const random = prng('crc');
  for (const length of [0, 1, 2, 255, 1000]) {
    const bytes = Uint8Array.from({ length }, () => random.below(256));
    expect(crc32(bytes), `${length} bytes`).toBe(nodeCrc32(bytes));
  }
});
