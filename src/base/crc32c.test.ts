import { expect, test } from 'vitest';
import { utf8 } from './bytes';
import { crc32c } from './crc32';

const bytes = (of: (i: number) => number): Uint8Array => Uint8Array.from({ length: 32 }, (_, i) => of(i));

test('the examples of RFC 3720 B.4, and the check value of the CRC catalogue', () => {
  expect(crc32c(bytes(() => 0))).toBe(0x8a9136aa);
  expect(crc32c(bytes(() => 0xff))).toBe(0x62a8ab43);
  expect(crc32c(bytes((i) => i))).toBe(0x46dd794e);
  expect(crc32c(bytes((i) => 31 - i))).toBe(0x113fdb5c);
  expect(crc32c(utf8('123456789'))).toBe(0xe3069283);
  expect(crc32c(new Uint8Array())).toBe(0);
});
