import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { zipOf } from '../../base/zip';
import { pictureOf, pictureRecipe, pictureSide } from './camera-picture';
import { pictureFile } from './picture-file';
import { decodeImage } from './decode-image';
import { importFiles } from './import-files';

const random = prng('camera pictures');

test.each([
  ['a wide frame', 48, 40, false],
  ['a tall frame, mirrored', 40, 53, true],
  ['a frame smaller than a picture', 20, 21, true],
])(
  '%s: the middle square, each pixel the mean of its area, against plain loops',
  (_, width, height, flip) => {
    const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) => at % 4 === 3 ? 255 : random.below(256)); // prettier-ignore
    const got = pictureOf({ width, height, data }, flip);
    expect(got.length).toBe(pictureSide ** 2 * 3);
    const square = Math.min(width, height);
    const [left, top] = [Math.floor((width - square) / 2), Math.floor((height - square) / 2)];
    let worst = 0;
    // Each pixel of the frame cut into side × side; each new pixel is square × square of those.
    for (let row = 0; row < pictureSide; row++)
      for (let column = 0; column < pictureSide; column++)
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let v = 0; v < square; v++)
            for (let u = 0; u < square; u++) {
              const y = top + Math.floor((row * square + v) / pictureSide);
              const x = left + Math.floor((column * square + u) / pictureSide);
              sum += data[4 * (y * width + x) + c];
            }
          const at = flip ? pictureSide - 1 - column : column;
          worst = Math.max(worst, Math.abs(got[3 * (row * pictureSide + at) + c] - sum / square ** 2));
        }
    expect(worst).toBeLessThanOrEqual(0.5 + 1e-9);
  },
);

test('a file holds the picture bit for bit; files by class and an archive of them are one dataset', async () => {
  const taken = ['b', 'a'].flatMap((folder) =>
    Array.from({ length: 12 }, (_, at) => {
      const picture = Uint8Array.from({ length: pictureSide ** 2 * 3 }, () => random.below(256));
      return {
        name: `${folder}/${String(at + 1).padStart(4, '0')}.png`,
        picture,
        bytes: pictureFile(picture),
      };
    }),
  );
  const decoded = decodeImage(taken[0].bytes, taken[0].name);
  expect(decoded.ok && decoded.value.rgb).toEqual(taken[0].picture);

  const files = taken.map(({ name, bytes }) => ({ path: `camera/${name}`, file: new Blob([bytes]) }));
  const read = await importFiles(files, pictureRecipe, () => undefined);
  const archive = { path: 'camera.zip', file: new Blob([zipOf(taken)]) };
  const again = await importFiles([archive], undefined, () => undefined);
  if (!read.ok || read.value.kind !== 'idx') throw new Error('not read');
  const { inputShape, classNames, recipe, sha256, name } = read.value;
  expect({ inputShape, classNames, recipe, name }).toEqual({
    inputShape: [pictureSide, pictureSide, 3],
    classNames: ['a', 'b'],
    recipe: pictureRecipe,
    name: 'camera',
  });
  // IDX: a head of 20 bytes, then class a, which was taken last.
  const pixels = new Uint8Array(await read.value.inputFile.arrayBuffer()).subarray(20);
  for (const [at, { picture }] of [...taken.slice(12), ...taken.slice(0, 12)].entries())
    expect(pixels.subarray(at * picture.length, (at + 1) * picture.length)).toEqual(picture);
  expect(again.ok && again.value).toMatchObject({ sha256, name, classNames });
});
