// The browser's engine must draw the same datasets as Node and unpack files with its own DecompressionStream.
import { expect, test } from 'vitest';
import { goldenHashes, goldenSeed } from './testing/golden-hashes';
import { openIdx } from './idx-dataset';
import { loadDataset } from './load-dataset';

test.each(goldenHashes)('%o has its golden hash in this browser', (choice, hash) => {
  expect(loadDataset(choice, goldenSeed).hash).toBe(hash);
});

test('gzipped IDX files open in this browser', async () => {
  const gzip = async (bytes: number[]): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(
      await new Response(
        new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new CompressionStream('gzip')),
      ).arrayBuffer(),
    );
  const images = await gzip([0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 255, 51, 102]);
  const labels = await gzip([0, 0, 8, 1, 0, 0, 0, 2, 3, 1]);
  const opened = await openIdx(images, labels, 'tiny');
  expect(opened.ok && opened.value.dataset).toMatchObject({ inputShape: [1, 2], classes: 4, length: 2 });
  const damaged = await openIdx(images.slice(0, -6), labels, 'tiny');
  expect(damaged).toMatchObject({ ok: false, error: { says: { code: 'file-damaged' } } });
});
