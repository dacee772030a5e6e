import { describe, expect, test } from 'vitest';
import { concatBytes, utf8 } from '../../base/bytes';
import { crc32 } from '../../base/crc32';
import { readNames, type RawName } from './zip-names';

const hex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const raw = (bytes: Uint8Array, isUtf8 = false, extra = new Uint8Array()): RawName => ({
  bytes,
  isUtf8,
  extra,
});
/** The names as a folder with an image in it. */
const inFolders = (names: readonly string[]): readonly RawName[] =>
  names.map((name) => raw(concatBytes(hex(name), utf8('/0.png'))));
const folders = (names: readonly string[]): readonly string[] => names.map((name) => name.split('/')[0]);

describe('names in a ZIP archive', () => {
  test.each([
    ['GBK', ['b9b7', 'c2ed', 'c4f1', 'c3a8'], ['狗', '马', '鸟', '猫']],
    ['GBK', ['d0c2cec4bcfebcd0', '6361745fc3a8'], ['新文件夹', 'cat_猫']],
    ['Shift-JIS', ['8ca2', '944c', '92b9', '82cb82b1'], ['犬', '猫', '鳥', 'ねこ']],
    ['CP850', ['569467656c', '8e7066656c', '53747261e165'], ['Vögel', 'Äpfel', 'Straße']],
    ['CP850', ['63688a767265', '836e65', '826c827068616e74'], ['chèvre', 'âne', 'éléphant']],
    ['Windows-1252', ['56f667656c', 'c47066656c', '6b61747a65'], ['Vögel', 'Äpfel', 'katze']],
    ['CP866', ['91aea1a0aaa0', '8aaee8aaa0'], ['Собака', 'Кошка']],
  ])('as %s has them', (codePage, bytes, names) => {
    const read = readNames(inFolders(bytes));
    expect([folders(read.names), read.guessed]).toEqual([names, codePage]);
  });

  test('UTF-8 is known by its flag, by its form, and by the field of Info-ZIP', () => {
    const name = hex('8ca2');
    const other = utf8('犬');
    const length = 5 + other.length;
    const sum = new Uint8Array(4);
    new DataView(sum.buffer).setUint32(0, crc32(name), true);
    const field = concatBytes(Uint8Array.of(0x75, 0x70, length, 0, 1), sum, other);
    const read = readNames([raw(utf8('dög'), true), raw(utf8('5 €')), raw(name, false, field)]);
    expect(read).toEqual({ names: ['dög', '5 €', '犬'] });
  });

  test('different bytes stay different names, whatever they are', () => {
    const every = Array.from({ length: 128 }, (_, at) => raw(Uint8Array.of(97, 128 + at, 98, 99)));
    expect(new Set(readNames(every).names).size).toBe(128);
    const broken = [raw(hex('ff41')), raw(hex('fe41')), raw(hex('41'))];
    expect(new Set(readNames(broken).names).size).toBe(3);
  });

  test('backslashes part folders where no slash does', () => {
    expect(readNames([raw(utf8('pics\\cats\\0.png'))]).names).toEqual(['pics/cats/0.png']);
    expect(readNames([raw(utf8('a\\b.png')), raw(utf8('c/d.png'))]).names).toEqual(['a\\b.png', 'c/d.png']);
  });
});
