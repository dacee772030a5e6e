import { inEnglish } from '../cli/english/in-english';
import { gzipSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { concatBytes, toHex } from '../base/bytes';
import { prng } from '../base/prng';
import { openIdx } from './idx-dataset';

type Bytes = Uint8Array<ArrayBuffer>;

function idx(shape: readonly number[], elements: ArrayLike<number>, type = 8): Bytes {
  const head = new Uint8Array(4 + 4 * shape.length);
  const view = new DataView(head.buffer);
  head.set([0, 0, type, shape.length]);
  shape.forEach((size, d) => view.setUint32(4 + 4 * d, size));
  return concatBytes(head, Uint8Array.from(elements));
}

const gzip = (bytes: Uint8Array): Bytes => new Uint8Array(gzipSync(bytes));
const bytesOfLength = (length: number): Bytes => new Uint8Array(length);

const random = prng('idx.test');
const count = 300;
const pixels = Uint8Array.from({ length: count * 784 }, () => random.below(256));
const classes = Uint8Array.from({ length: count }, (_, i) => i % 10);
const images = idx([count, 28, 28], pixels);
const labels = idx([count], classes);

describe('files in the shape of MNIST', () => {
  test.each([
    ['as they are', images, labels],
    ['gzipped', gzip(images), gzip(labels)],
    ['one of them gzipped', images, gzip(labels)],
  ])('%s', async (_, imageFile, labelFile) => {
    const opened = await openIdx(imageFile, labelFile, 'random');
    expect(opened.ok && opened.value.sha256).toBe(toHex(sha256(concatBytes(images, labels))));
    if (!opened.ok) return;
    const { dataset } = opened.value;
    expect(dataset).toMatchObject({ name: 'random', inputShape: [28, 28], classes: 10, length: count });
    const inputs = new Float32Array(784 + 2);
    for (const index of [0, 1, count - 1]) {
      const labels = new Uint8Array(2);
      dataset.read(index, inputs, 1, labels, 1);
      expect([...labels]).toEqual([0, classes[index]]);
      expect(inputs.slice(1, 785)).toEqual(
        Float32Array.from(pixels.subarray(784 * index, 784 * (index + 1)), (byte) => byte / 255),
      );
    }
    expect([inputs[0], inputs[785]]).toEqual([0, 0]);
  });

  test('other shapes are read; there are at least two classes and up to 256', async () => {
    const flat = await openIdx(idx([2, 3], [0, 128, 255, 1, 2, 3]), idx([2], [0, 0]), 'flat');
    expect(flat.ok && flat.value.dataset).toMatchObject({ inputShape: [3], classes: 2, length: 2 });
    const colour = await openIdx(idx([1, 2, 2, 3], bytesOfLength(12)), idx([1], [255]), 'colour');
    expect(colour.ok && colour.value.dataset).toMatchObject({ inputShape: [2, 2, 3], classes: 256 });
  });

  test('one changed pixel or label changes both hashes', async () => {
    const seen = new Set<string>();
    for (const at of [-1, 0, 784 * count - 1]) {
      const changed = pixels.slice();
      if (at >= 0) changed[at] ^= 1;
      const opened = await openIdx(idx([count, 28, 28], changed), labels, 'changed');
      if (opened.ok) seen.add(opened.value.sha256).add(opened.value.dataset.hash);
    }
    expect(seen.size).toBe(6);
  });
});

describe('malformed files are error values', () => {
  const cut = (bytes: Bytes, by: number): Bytes => bytes.slice(0, bytes.length - by);
  const packed = gzip(images);
  const flipped = packed.slice();
  flipped[packed.length - 5] ^= 0xff; // in the checksum
  const table: readonly [string, Bytes, Bytes, RegExp][] = [
    ['empty image file', bytesOfLength(0), labels, /image file/],
    ['text instead of labels', images, new TextEncoder().encode('label,1\n') as Bytes, /label file/],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0), labels, /image file/],
    ['an unknown type', idx([1], [0], 7), labels, /image file/],
    ['integer images', idx([1, 1], [0, 0, 0, 0], 0x0c), labels, /32-bit integers/],
    [
      'cut floats',
      idx([2, 1], [0, 0, 0, 0], 0x0d),
      labels,
      /1 of 2 elements \(2 × 1\): it ends at byte 16 of 20$/,
    ],
    ['an infinite float', idx([1, 2], [0, 0, 0, 0, 0x7f, 0x80, 0, 0], 0x0d), labels, /byte 16/],
    ['float labels', idx([1, 1], [7]), idx([1], [0, 0, 0, 0], 0x0d), /32-bit floats/],
    ['integer labels', images, idx([1], [0, 0, 0, 0], 0x0c), /32-bit integers/],
    ['no dimensions', idx([], []), labels, /no dimensions/],
    ['an empty image', idx([4, 0, 28], []), labels, /4 × 0 × 28/],
    ['overflowing dimensions', idx([2 ** 31, 2 ** 31, 4], []), labels, /2147483648/],
    ['255 dimensions', idx(new Array<number>(255).fill(2 ** 32 - 1), []), labels, /claims/],
    ['no examples, but infinite ones', idx([0, ...new Array<number>(250).fill(2 ** 31)], []), labels, /0 ×/],
    ['a cut head', images.slice(0, 10), labels, /dimensions/],
    ['cut pixels', cut(images, 1), labels, /235,199 of 235,200/],
    ['cut labels', images, cut(labels, 2), /298 of 300/],
    ['bytes after the pixels', concatBytes(images, bytesOfLength(3)), labels, /3 bytes/],
    ['fewer labels', images, idx([2], [0, 1]), /300 images, but 2 labels/],
    ['swapped', labels, images, /image file holds labels/],
    ['labels twice', labels, labels, /labels/],
    ['images twice', images, images, /3 dimensions/],
    ['no examples', idx([0, 28, 28], []), idx([0], []), /no examples/],
    [
      'gzip cut short',
      cut(packed, 20),
      labels,
      /^the image file begins like gzip but breaks off after [\d,]+ unpacked bytes: /,
    ],
    [
      'gzip cut to its magic',
      packed.slice(0, 2),
      labels,
      /^the image file begins like gzip but breaks off after [\d,]+ unpacked bytes: /,
    ],
    [
      'gzip with a wrong checksum',
      flipped,
      labels,
      /^the image file begins like gzip but breaks off after [\d,]+ unpacked bytes: /,
    ],
    ['gzip of something else', images, gzip(new TextEncoder().encode('hello')), /label file/],
  ];
  test.each(table)('%s', async (_, imageFile, labelFile, message) => {
    const opened = await openIdx(imageFile, labelFile, 'bad');
    expect(!opened.ok && inEnglish(opened.error.says)).toMatch(message);
  });

  test('a gzip bomb stops at the cap', async () => {
    const bomb = gzip(bytesOfLength(64 * 2 ** 20));
    expect(bomb.length).toBeLessThan(100_000);
    const opened = await openIdx(bomb, labels, 'bomb', 2 ** 20);
    expect(opened).toMatchObject({ ok: false, error: { says: { code: 'file-unpacks-to-more' } } });
    expect(await openIdx(images, labels, 'plain', 1000)).toMatchObject({
      ok: false,
      error: { says: { code: 'file-too-large' } },
    });
  });

  test('random damage never throws', async () => {
    const small = idx([4, 2, 2], bytesOfLength(16));
    const smallLabels = idx([4], [0, 1, 2, 3]);
    for (let n = 0; n < 300; n++) {
      const damaged = (n % 2 ? gzip(small) : small).slice();
      damaged[random.below(damaged.length)] = random.below(256);
      await openIdx(
        n % 3 ? damaged : damaged.slice(0, random.below(damaged.length)),
        smallLabels,
        `damage ${n}`,
      );
    }
  });
});
