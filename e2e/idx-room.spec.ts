// A room on the user's IDX files. Newcomers must provide them, other files are refused with the reason, and the right
// ones train. A malformed file on Home is explained in a sentence, and the filled-in form stays.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectEqualHistories, untilMoreSteps, untilPhase, untilWorldSize } from './lockstep-page';

const count = 240;
const side = 8;

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** IDX: 0, 0, 8 for bytes, the number of dimensions; each as a big-endian u32; the bytes. */
function idx(name: string, shape: readonly number[], byteAt: (index: number) => number): Upload {
  const head = Buffer.alloc(4 + 4 * shape.length);
  head.writeUInt32BE(0x0800 + shape.length);
  shape.forEach((size, d) => head.writeUInt32BE(size, 4 + 4 * d));
  const length = shape.reduce((product, size) => product * size, 1);
  const body = Buffer.from(Array.from({ length }, (_, index) => byteAt(index)));
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.concat([head, body]) };
}

/** Class c of four lights the rows 2c and 2c + 1, at a brightness that depends on the example and on `seed`. */
function images(seed: number): Upload {
  return idx('stripes-images.idx3-ubyte', [count, side, side], (index) => {
    const example = Math.floor(index / (side * side));
    const row = Math.floor(index / side) % side;
    return row >> 1 === example % 4 ? 128 + ((37 * example + seed) % 120) : (11 * index + seed) % 32;
  });
}

const labels = idx('stripes-labels.idx1-ubyte', [count], (index) => index % 4);

async function choose(page: Page, imageFile: Upload, labelFile: Upload): Promise<void> {
  await page.getByLabel('Files', { exact: true }).setInputFiles([imageFile, labelFile]);
}

test('a room on local files asks each member for the same ones', async ({ tabs }) => {
  const host = await tabs.open();
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await host.getByText('More settings').click();
  await host.getByLabel('Hidden layers').fill('16');
  const open = host.getByRole('button', { name: 'Open the room' });
  await expect(open).toBeDisabled();

  const broken = { ...images(1), buffer: Buffer.from('<!doctype html>not found') };
  await choose(host, broken, labels);
  await expect(host.getByText('the image file does not begin like an IDX file')).toBeVisible();
  const cut = { ...images(1), buffer: images(1).buffer.subarray(0, 999) };
  await choose(host, cut, labels);
  await expect(host.getByText(/The image file has [\d,]+ of 15,360 elements/)).toBeVisible();
  await expect(open).toBeDisabled();
  await expect(host.getByLabel('Hidden layers')).toHaveValue('16');

  await choose(host, images(1), labels);
  await expect(host.getByText(/240 examples of 8 × 8, 4 classes/)).toBeVisible();
  await expect(host.getByText(/^With seed 1, 48 examples are held out and 152 trained on\./)).toBeVisible();
  await expect(host.getByText('120 examples repeat the inputs of an earlier one.')).toBeVisible();
  await open.click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger(host.url());
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(guest.getByRole('heading', { name: 'This room needs a file from you' })).toBeVisible();
  const join = guest.getByRole('button', { name: 'Use these and join' });
  await choose(guest, images(2), labels);
  await expect(guest.getByText('This is other data than the room’s')).toBeVisible();
  await expect(join).toBeDisabled();
  await choose(guest, images(1), labels);
  await join.click();
  await untilWorldSize([host, guest], 2);

  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, guest], 10);
  await expectEqualHistories([host, guest], 10);
});

test('each member brings its own files: others of another shape are refused, and nothing is sent', async ({
  tabs,
}) => {
  const host = await tabs.open();
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await choose(host, images(1), labels);
  await host.getByRole('radio', { name: 'Each member brings its own' }).check();
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger(host.url());
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(guest.getByRole('heading', { name: 'Bring your own examples' })).toBeVisible();
  const pixels = idx('wide-images.idx3-ubyte', [count, side, side + 1], (index) => index % 251);
  await choose(guest, pixels, labels);
  await expect(guest.getByText('this room’s examples are 8 × 8, these are 8 × 9')).toBeVisible();
  const join = guest.getByRole('button', { name: 'Use these and join' });
  await expect(join).toBeDisabled();
  await choose(guest, images(2), labels);
  await join.click();
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, guest], 10);
  await expectEqualHistories([host, guest], 10);
});
