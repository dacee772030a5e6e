// A room whose members bring IDX files of their own: others of another shape are refused, and no file is sent. One on the
// same files for all: take-home.spec.ts.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import {
  chooseUsualEngine,
  expectEqualHistories,
  pressJoin,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { idx, type FilePayload } from '../own-files';
import { bytesSent, keepConnectionsFromStart } from '../page-connections';

const count = 240;
const side = 8;

/** Class c of four lights the rows 2c and 2c + 1, at a brightness that depends on the example. */
const images = idx('stripes-images.idx3-ubyte', [count, side, side], (index) => {
  const example = Math.floor(index / (side * side));
  const row = Math.floor(index / side) % side;
  return row >> 1 === example % 4 ? 128 + ((37 * example) % 120) : (11 * index) % 32;
});

const labels = idx('stripes-labels.idx1-ubyte', [count], (index) => index % 4);

async function choose(page: Page, imageFile: FilePayload, labelFile: FilePayload): Promise<void> {
  await page.getByLabel('Files', { exact: true }).setInputFiles([imageFile, labelFile]);
}

/** 12,000 examples that no message has room for: the pixels alone are 768 kB. A slow machine sends more heartbeats. */
const ownCount = 12_000;
const ownImages = idx(
  'own-images.idx3-ubyte',
  [ownCount, side, side],
  (index) => (index * 2_654_435_761) >>> 24,
);
const ownLabels = idx('own-labels.idx1-ubyte', [ownCount], (index) => index % 4);
const ownSteps = 10;

test('each member brings its own files: others of another shape are refused, and no file is sent', async ({
  tabs,
}) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await choose(host, images, labels);
  await host.getByRole('radio', { name: 'Each member brings its own' }).check();
  await host.getByText('More settings', { exact: true }).click();
  await host.getByLabel('Hidden layers').fill('16');
  await host.getByLabel('Stop after steps').fill(String(ownSteps));
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger();
  await keepConnectionsFromStart(guest);
  let toServer = 0;
  guest.on('websocket', (socket) => socket.on('framesent', ({ payload }) => (toServer += payload.length)));
  guest.on('request', (request) => (toServer += request.postDataBuffer()?.length ?? 0));
  await guest.goto(host.url());
  await pressJoin(guest);
  await expect(guest.getByRole('heading', { name: 'Bring your own examples' })).toBeVisible();
  const pixels = idx('wide-images.idx3-ubyte', [count, side, side + 1], (index) => index % 251);
  await choose(guest, pixels, labels);
  await expect(guest.getByText('this room’s examples are 8 × 8, these are 8 × 9')).toBeVisible();
  const join = guest.getByRole('button', { name: 'Use these and join' });
  await expect(join).toBeDisabled();
  await choose(guest, ownImages, ownLabels);
  await join.click();
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  for (const page of [host, guest]) await untilPhase(page, 'finished');
  await expectEqualHistories([host, guest], ownSteps);

  // 1,108 parameters: each step sends its part of their sum, 4.4 kB, and a record.
  const toPeers = await bytesSent(guest);
  expect(toPeers, 'the gradients are sent').toBeGreaterThan(ownSteps * 4 * 1108);
  expect(toPeers + toServer).toBeLessThan(ownImages.buffer.length / 3);
});
