import { say } from '../../base/sayings';
import { inWords } from '../../cli/english/testing/in-words';
import { inEnglish } from '../../cli/english/in-english';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { encode as encodePng } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { concatBytes, utf8 } from '../../base/bytes';
import { crc32 } from '../../base/crc32';
import { prng } from '../../base/prng';
import { zipOf } from '../../base/zip';
import { decodeImage, orientation } from './decode-image';
import { readClassFolders } from './class-folders';
import { imageReader } from './image-classes';
import { shrinkImage } from './shrink-image';
import { zipEntries, type PackedFile } from './zip-entries';

type Bytes = Uint8Array<ArrayBuffer>;

function png(width: number, height: number, channels: number, valueAt: (at: number) => number): Bytes {
  const data = Uint8Array.from({ length: width * height * channels }, (_, at) => valueAt(at));
  return encodePng({ width, height, data, channels, depth: 8 }).slice();
}

const packed = (path: string, bytes: Uint8Array): PackedFile => ({
  path,
  size: bytes.length,
  bytes: () => Promise.resolve({ ok: true, value: bytes }),
});

async function filesIn(archive: Bytes) {
  const entries = await zipEntries(new Blob([archive]), 'f.zip');
  return entries.ok ? entries.value.files : inEnglish(entries.error.says);
}

describe('a ZIP archive', () => {
  const files = [
    { name: 'cat/1.txt', bytes: utf8('one') },
    { name: 'dög/2.txt', bytes: utf8('two, and more') },
  ];
  const archive = zipOf(files);

  test('gives its files, with a comment after its directory too', async () => {
    const commented = concatBytes(archive, utf8('a comment'));
    commented[archive.length - 2] = 9;
    for (const given of [archive, commented]) {
      const entries = await filesIn(given);
      if (typeof entries === 'string') throw new Error(entries);
      expect(entries.map(({ path }) => path)).toEqual(['cat/1.txt', 'dög/2.txt']);
      for (const [at, entry] of entries.entries())
        expect(await entry.bytes()).toEqual({ ok: true, value: files[at].bytes });
    }
  });

  /** One deflated file; `claimed` is the size in its records, `sum` its CRC. */
  function deflated(content: Uint8Array, claimed: number, sum = crc32(content)): Bytes {
    const body = deflateRawSync(content);
    const made = zipOf([{ name: 'a.bin', bytes: new Uint8Array(body) }]);
    const view = new DataView(made.buffer);
    const central = made.length - 22 - 51;
    view.setUint16(8, 8, true);
    view.setUint32(22, claimed, true);
    view.setUint16(central + 10, 8, true);
    view.setUint32(central + 16, sum, true);
    view.setUint32(central + 24, claimed, true);
    return made;
  }

  async function firstOf(archive: Bytes): Promise<Uint8Array | string> {
    const entries = await filesIn(archive);
    if (typeof entries === 'string') return entries;
    const bytes = await entries[0].bytes();
    return bytes.ok ? bytes.value : inEnglish(bytes.error.says);
  }

  test('deflated entries are unpacked; one of another length than it claims is refused', async () => {
    const content = Uint8Array.from({ length: 90_000 }, (_, at) => at % 251);
    expect(await firstOf(deflated(content, content.length))).toEqual(content);
    const bomb = new Uint8Array(50 * 2 ** 20);
    // The CRC of what it claims, so that only the length is wrong.
    const start = crc32(bomb.subarray(0, 1000));
    expect(await firstOf(deflated(bomb, 1000, start))).toBe('a.bin claims 1,000 bytes, and has more');
    expect(await firstOf(deflated(content, 90_001))).toBe('a.bin claims 90,001 bytes, and has 90,000');
  });

  test('bytes that do not have the CRC of the directory are refused, packed or not', async () => {
    const message = 'is damaged: its bytes do not have the checksum (CRC) of the archive';
    expect(await firstOf(deflated(utf8('hello'), 5, 1))).toBe(`a.bin ${message}`);
    const changed = archive.slice();
    changed[30 + 'cat/1.txt'.length] ^= 1;
    expect(await firstOf(changed)).toBe(`cat/1.txt ${message}`);
  });

  /** The second entry of the directory begins, and is packed, as this says. */
  function secondEntry(change: (view: DataView, central: number, local: number) => void): Bytes {
    const changed = archive.slice();
    const view = new DataView(changed.buffer);
    const central = changed.length - 22 - 46 - 'dög/2.txt'.length - 1;
    expect(view.getUint32(central, true)).toBe(0x02014b50);
    change(view, central, view.getUint32(central + 42, true));
    return changed;
  }

  test('entries that share bytes are refused: a small archive could unpack to terabytes', async () => {
    const same = secondEntry((view, central) => view.setUint32(central + 42, 0, true));
    expect(await filesIn(same)).toMatch(/^f.zip is broken: .* share bytes from byte 0 on$/);
    const inside = secondEntry((view, central) => view.setUint32(central + 42, 32, true));
    expect(await filesIn(inside)).toBe(
      'f.zip is broken: cat/1.txt and dög/2.txt share bytes from byte 32 on',
    );
    const beyond = secondEntry((view, central) => view.setUint32(central + 20, 200, true));
    expect(await filesIn(beyond)).toMatch(/dög\/2.txt and its directory share bytes/);
    // The directory leaves room for the name; the entry itself claims a longer one.
    const shifted = secondEntry((view, _, local) => view.setUint16(local + 26, 24, true));
    const entries = await filesIn(shifted);
    if (typeof entries === 'string') throw new Error(entries);
    const read = await entries[1].bytes();
    expect(!read.ok && inEnglish(read.error.says)).toMatch(/^dög\/2.txt runs into what begins at byte \d+$/);
  });

  test.each([
    ['no archive', utf8('hello'), /no ZIP directory at its end/],
    ['cut short', archive.slice(0, -30), /no ZIP directory at its end/],
    ['without its start', archive.slice(20), /outside the file|broken at byte/],
  ])('%s', async (_, bytes, message) => {
    expect(await filesIn(bytes as Bytes)).toMatch(message);
  });

  test('random damage is a sentence or files, never an exception', async () => {
    const random = prng('damaged archives');
    for (let life = 0; life < 300; life++) {
      const bytes = archive.slice();
      for (let n = 0; n < 4; n++) bytes[random.below(bytes.length)] = random.below(256);
      const entries = await filesIn(bytes);
      if (typeof entries !== 'string') for (const entry of entries) await entry.bytes();
    }
  });
});

describe('an image', () => {
  test.each([
    ['grey', 1, [10, 200, 30, 40], [10, 200, 30, 40].flatMap((v) => [v, v, v])],
    ['grey with alpha', 2, [10, 255, 200, 0, 30, 255, 40, 255], [10, 255, 30, 40].flatMap((v) => [v, v, v])],
    ['colour', 3, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [
      'colour with alpha',
      4,
      [1, 2, 3, 255, 4, 5, 6, 0, 7, 8, 9, 255, 0, 0, 0, 128],
      [1, 2, 3, 255, 255, 255, 7, 8, 9, 127, 127, 127],
    ],
  ])('%s PNG', (_, channels, values, rgb) => {
    const image = decodeImage(
      png(2, 2, channels, (at) => values[at]),
      'a.png',
    );
    expect(image.ok && [...image.value.rgb]).toEqual(rgb);
  });

  test('a JPEG is read near enough, upright', () => {
    const data = new Uint8Array(4 * 16 * 8);
    for (let at = 0; at < data.length; at++)
      data[at] = at % 4 === 3 ? 255 : Math.floor(at / 4) % 16 < 8 ? 20 : 230;
    const jpeg = encodeJpeg({ width: 16, height: 8, data }, 95).data;
    const plain = decodeImage(jpeg, 'a.jpg');
    if (!plain.ok) throw new Error(inEnglish(plain.error.says));
    expect([plain.value.width, plain.value.height]).toEqual([16, 8]);
    expect(plain.value.rgb[0]).toBeLessThan(40);
    expect(plain.value.rgb[3 * 15]).toBeGreaterThan(210);
    // Orientation 6: it must be turned right by a quarter, so the dark left becomes the top.
    const exif = Uint8Array.of(0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0); // prettier-ignore
    const turned = concatBytes(jpeg.subarray(0, 2), exif, jpeg.subarray(2));
    expect(orientation(turned)).toBe(6);
    const image = decodeImage(turned, 'a.jpg');
    if (!image.ok) throw new Error(inEnglish(image.error.says));
    expect([image.value.width, image.value.height]).toEqual([8, 16]);
    expect(image.value.rgb[3 * 7]).toBeLessThan(40);
    expect(image.value.rgb[3 * 8 * 15]).toBeGreaterThan(210);
  });

  test('a PNG that claims to be huge is refused before it is unpacked', () => {
    const bytes = png(2, 2, 1, () => 0);
    new DataView(bytes.buffer).setUint32(16, 100_000);
    new DataView(bytes.buffer).setUint32(20, 100_000);
    expect(decodeImage(bytes, 'a.png')).toMatchObject({
      error: { says: inWords('a.png claims 100,000 × 100,000 pixels: too many, or none') },
    });
  });

  /** A PNG with a chunk of this type and data before the first IDAT, or in the place of all IDATs. */
  function pngWith(type: string, data: Uint8Array): Bytes {
    const whole = png(4, 4, 1, () => 7);
    const chunk = concatBytes(new Uint8Array(8), data, new Uint8Array(4));
    const view = new DataView(chunk.buffer);
    view.setUint32(0, data.length);
    chunk.set(utf8(type), 4);
    view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
    const head = whole.slice(0, 33);
    const rest = whole.slice(type === 'IDAT' ? -12 : 33);
    return concatBytes(head, chunk, rest);
  }

  const bomb = deflateSync(new Uint8Array(300 * 2 ** 20));

  test('pixels that unpack to more or less than the size says are refused, at that size', () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(decodeImage(pngWith('IDAT', bomb), 'a.png')).toMatchObject({
      error: { says: inWords('the pixels of a.png unpack to more than the 20 bytes of its 4 × 4 pixels') },
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 2 ** 20);
    expect(decodeImage(pngWith('IDAT', deflateSync(new Uint8Array(19))), 'a.png')).toMatchObject({
      error: { says: inWords('a.png ends after 19 of 20 bytes of pixels') },
    });
  });

  test.each(['iCCP', 'tEXt', 'zTXt', 'iTXt', 'tRNS', 'fdAT', 'IHDR', 'PLTE'])(
    'a chunk %s that no grey pixel needs is not looked at',
    (type) => {
      const data = type === 'iCCP' ? concatBytes(utf8('x'), new Uint8Array(2), bomb) : new Uint8Array(999);
      const read = decodeImage(pngWith(type, type === 'PLTE' ? data.subarray(0, 768) : data), 'a.png');
      expect(read.ok && [...read.value.rgb]).toEqual(new Array(48).fill(7));
    },
  );

  test('a palette is at most 256 colours; an image of colours by number has one', () => {
    expect(decodeImage(pngWith('PLTE', new Uint8Array(771)), 'a.png')).toMatchObject({
      error: { says: inWords('a.png has a palette of more than 256 colours') },
    });
    const palette = { width: 2, height: 1, channels: 1, depth: 8, data: Uint8Array.of(1, 0), palette: [[1, 2, 3], [4, 5, 6]] } as const; // prettier-ignore
    const indexed = encodePng({ ...palette, palette: palette.palette.map(([r, g, b]) => [r, g, b]) }).slice();
    const read = decodeImage(indexed, 'a.png');
    expect(read.ok && [...read.value.rgb]).toEqual([4, 5, 6, 1, 2, 3]);
  });

  /** A PNG of these chunks; `rows` are filtered. */
  function pngOf(
    header: readonly number[],
    rows: Uint8Array,
    others: readonly (readonly [string, readonly number[]])[],
  ): Bytes {
    const [width, height, depth, colour, interlace] = header;
    const chunks = [
      ['IHDR', [0, 0, 0, width, 0, 0, 0, height, depth, colour, 0, 0, interlace]],
      ...others,
      ['IDAT', deflateSync(rows)],
      ['IEND', []],
    ] as const;
    const made = chunks.map(([type, data]) => {
      const chunk = concatBytes(new Uint8Array(4), utf8(type), Uint8Array.from(data), new Uint8Array(4));
      new DataView(chunk.buffer).setUint32(0, data.length);
      new DataView(chunk.buffer).setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
      return chunk;
    });
    return concatBytes(png(1, 1, 1, () => 0).slice(0, 8), ...made);
  }

  test.each([
    ['grey', [3, 1, 8, 0, 0], [0, 9, 5, 7], [0, 5], [9, 255, 7]],
    ['grey of 2 bits', [3, 1, 2, 0, 0], [0, 0b01_10_11_00], [0, 2], [85, 255, 255]],
    ['grey of 16 bits', [2, 1, 16, 0, 0], [0, 9, 1, 9, 2], [9, 2], [9, 255]],
  ])('one transparent %s is drawn on paper', (_, header, rows, clear, grey) => {
    const read = decodeImage(pngOf(header, Uint8Array.from(rows), [['tRNS', clear]]), 'a.png');
    expect(read.ok && [...read.value.rgb]).toEqual(grey.flatMap((value) => [value, value, value]));
  });

  test('one transparent colour is drawn on paper', () => {
    const rows = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 4, 5, 7);
    const read = decodeImage(pngOf([3, 1, 8, 2, 0], rows, [['tRNS', [0, 4, 0, 5, 0, 6]]]), 'a.png');
    expect(read.ok && [...read.value.rgb]).toEqual([1, 2, 3, 255, 255, 255, 4, 5, 7]);
  });

  // The rows are compared with rows without interlacing, which the decoder reads itself.
  test.each([
    [1, 0],
    [2, 0],
    [4, 0],
    [1, 3],
    [2, 3],
    [4, 3],
  ])('interlaced pixels of %i bits, colour %i', (depth, colour) => {
    const random = prng(`interlaced ${depth} ${colour}`);
    const colours = Array.from({ length: 3 * 2 ** depth }, () => random.below(256));
    const others: (readonly [string, readonly number[]])[] =
      colour === 3
        ? [
            ['PLTE', colours],
            ['tRNS', [255, 0]],
          ]
        : [['tRNS', [0, 1]]];
    for (const [width, height] of [
      [1, 1],
      [3, 2],
      [8, 8],
      [13, 9],
      [32, 5],
    ]) {
      const values = Array.from({ length: width * height }, () => random.below(2 ** depth));
      const packedRow = (samples: readonly number[]): number[] => {
        const bytes = new Array<number>(Math.ceil((samples.length * depth) / 8)).fill(0);
        for (const [at, sample] of samples.entries())
          bytes[(at * depth) >> 3] |= sample << (8 - depth - ((at * depth) & 7));
        return bytes;
      };
      const plain = Array.from({ length: height }, (_, y) => [
        0,
        ...packedRow(values.slice(y * width, (y + 1) * width)),
      ]).flat();
      const passes = [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ];
      const woven: number[] = [];
      for (const [left, top, across, down] of passes) {
        let above: number[] = [];
        for (let y = top; y < height && left < width; y += down) {
          const row = packedRow(
            Array.from(
              { length: Math.ceil((width - left) / across) },
              (_, at) => values[y * width + left + at * across],
            ),
          );
          const filter = random.below(5);
          woven.push(
            filter,
            ...row.map((byte, at) => {
              const [a, b, c] = [row[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0];
              const near = [a, b, c].reduce((best, one) =>
                Math.abs(a + b - c - one) < Math.abs(a + b - c - best) ? one : best,
              );
              return (byte - [0, a, b, (a + b) >> 1, near][filter]) & 255;
            }),
          );
          above = row;
        }
      }
      const [one, other] = [
        [0, plain],
        [1, woven],
      ].map(([interlace, rows]) =>
        decodeImage(
          pngOf(
            [width, height, depth, colour, interlace as number],
            Uint8Array.from(rows as number[]),
            others,
          ),
          'a.png',
        ),
      );
      expect(other).toEqual(one);
      expect(other.ok).toBe(true);
    }
  });

  test('another kind of image under the name of a PNG is called what it is', () => {
    expect(decodeImage(utf8(`RIFF0000WEBP${'x'.repeat(40)}`), 'a.png')).toMatchObject({
      error: { says: inWords('a.png is a WebP image, which is not read: save it as PNG or JPEG') },
    });
  });

  test('a PNG that is cut short says at which byte', () => {
    const whole = png(9, 9, 3, (at) => at);
    for (const length of [20, 40, whole.length - 1])
      expect(decodeImage(whole.slice(0, length), 'a.png')).toMatchObject({
        error: { says: inWords(`a.png is a PNG image that is cut short at byte ${length}`) },
      });
  });

  test('random damage is a sentence or an image, never an exception', () => {
    const random = prng('damaged images');
    const jpeg = encodeJpeg({ width: 16, height: 16, data: new Uint8Array(1024).fill(90) }, 60).data;
    for (const [name, whole] of [
      ['a.png', png(9, 9, 3, (at) => at)],
      ['a.jpg', jpeg],
    ] as const)
      for (let life = 0; life < 100; life++) {
        const bytes = Uint8Array.from(
          whole.subarray(0, life % 3 ? whole.length : random.below(whole.length)),
        );
        for (let n = 0; n < 2; n++) bytes[random.below(bytes.length)] = random.below(256);
        decodeImage(bytes, name);
      }
  });

  test('shrinking is the mean of the area, against plain loops over a fine grid', () => {
    const random = prng('shrink');
    for (const [width, height, side] of [
      [9, 6, 4],
      [5, 5, 7],
      [28, 28, 28],
    ]) {
      const rgb = Uint8Array.from({ length: 3 * width * height }, () => random.below(256));
      const square = Math.min(width, height);
      const [left, top] = [Math.floor((width - square) / 2), Math.floor((height - square) / 2)];
      const got = shrinkImage({ width, height, rgb }, side, 3);
      // Each pixel cut into side × side, each new pixel is square × square of those.
      for (let row = 0; row < side; row++)
        for (let column = 0; column < side; column++)
          for (let c = 0; c < 3; c++) {
            let sum = 0;
            for (let v = 0; v < square; v++)
              for (let u = 0; u < square; u++) {
                const y = top + Math.floor((row * square + v) / side);
                const x = left + Math.floor((column * square + u) / side);
                sum += rgb[3 * (y * width + x) + c];
              }
            expect(Math.abs(got[3 * (row * side + column) + c] - sum / square ** 2)).toBeLessThanOrEqual(
              0.5 + 1e-9,
            );
          }
    }
  });
});

describe('images in folders', () => {
  const files = ['10', '2', 'cat'].flatMap((folder, label) =>
    [0, 1].map((at) =>
      packed(
        `all/${folder}/${at}.png`,
        png(28, 28, 1, () => 10 * label + at),
      ),
    ),
  );

  test('classes are folders, numbers first; grey becomes 28 × 28', async () => {
    const read = await readClassFolders(files, imageReader(), 'f');
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    expect(read.value.classNames).toEqual(['2', '10', 'cat']);
    expect(read.value.shape).toEqual({ side: 28, channels: 1 });
    expect([...read.value.labels]).toEqual([0, 0, 1, 1, 2, 2]);
    expect([0, 1, 2, 3, 4, 5].map((at) => read.value.values[784 * at])).toEqual([10, 11, 0, 1, 20, 21]);
  });

  test('the order of the files does not matter; a shape can be given; many are cut evenly', async () => {
    const one = await readClassFolders(files, imageReader({ side: 32, channels: 3 }), 'f', undefined, 4);
    const other = await readClassFolders(
      files.toReversed(),
      imageReader({ side: 32, channels: 3 }),
      'f',
      undefined,
      4,
    );
    expect(one).toEqual(other);
    expect(one.ok && one.value.values.length).toBe(4 * 32 * 32 * 3);
    expect(one.ok && one.value.notes).toEqual([say('images-beyond', { count: 2 })]);
  });

  test.each([
    ['one folder', [files[0], files[1]], /all files of f lie in one folder/],
    ['none', [packed('a/readme.txt', utf8('x'))], /f holds no PNG or JPEG images/],
    [
      'photos of a phone only',
      ['a', 'b'].map((x) => packed(`${x}/photo.HEIC`, utf8('....ftypheic....'))),
      'a/photo.HEIC is a HEIC image, which is not read: save it as PNG or JPEG',
    ],
    [
      'drawings only',
      ['a', 'b'].map((x) => packed(`${x}/logo.svg`, utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'))),
      'a/logo.svg is neither a PNG nor a JPEG',
    ],
    [
      'mostly broken ones',
      [...files.slice(0, 3), ...[7, 8, 9, 10].map((at) => packed(`all/cat/${at}.png`, utf8('x')))],
      'all/cat/10.png is neither a PNG nor a JPEG',
    ],
    [
      'a class of which none is left',
      [files[0], files[1], packed('all/cat/9.png', utf8('x'))],
      'all/cat/9.png is neither a PNG nor a JPEG',
    ],
    ['only hidden ones', [packed('__MACOSX/a/._1.png', utf8('x'))], /no PNG/],
  ])('%s', async (_, given, message) => {
    const read = await readClassFolders(given, imageReader(), 'f');
    expect(read.ok ? 'read' : inEnglish(read.error.says)).toMatch(message);
  });

  test.each(['9.jfif', '9.jpe', '9.webp', '9.PNG'])('what %s holds is decided by its bytes', async (name) => {
    const image = png(28, 28, 1, () => 9);
    const whole = await readClassFolders([...files, packed('all/cat/9.png', image)], imageReader(), 'f');
    const named = await readClassFolders([...files, packed(`all/cat/${name}`, image)], imageReader(), 'f');
    expect(named).toEqual(whole);
    expect(named.ok && named.value.labels.length).toBe(files.length + 1);
  });

  test.each([
    ['broken', packed('all/cat/9.png', utf8('x'))],
    ['of Photoshop', packed('all/cat/9.psd', utf8('8BPS......'))],
    ['of another format', packed('all/cat/photo.HEIC', utf8('x'))],
    ['too large to open', { ...packed('all/cat/9.png', utf8('x')), size: 2 ** 31 }],
  ])('one image that is %s is left out and named', async (_, bad) => {
    const read = await readClassFolders([...files, bad], imageReader(), 'f');
    if (!read.ok) throw new Error(inEnglish(read.error.says));
    const whole = await readClassFolders(files, imageReader(), 'f');
    expect(read).toEqual({
      ok: true,
      value: {
        ...(whole.ok && whole.value),
        notes: [say('images-unreadable', { count: 1, path: bad.path })],
      },
    });
  });
});
