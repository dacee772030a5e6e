// A room on a file that only the host has. A newcomer receives it and keeps it across a reload; a second one receives it from
// both members while they train. All train on the same numbers.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import {
  calm,
  chooseUsualEngine,
  expectEqualHistories,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';

const examples = 3_000;
const side = 20;
const idx = (sizes: readonly number[], values: Uint8Array): Buffer => {
  const head = Buffer.alloc(4 + 4 * sizes.length);
  head.set([0, 0, 0x08, sizes.length]);
  sizes.forEach((size, i) => head.writeUInt32BE(size, 4 + 4 * i));
  return Buffer.concat([head, values]);
};
const labels = Uint8Array.from({ length: examples }, (_, i) => i % 3);
/** A bright third of the picture, by class, and a pattern that makes no two equal: five shards. */
const pixels = Uint8Array.from({ length: examples * side * side }, (_, at) => {
  const [example, pixel] = [Math.floor(at / side ** 2), at % side ** 2];
  return (Math.floor((3 * pixel) / side ** 2) === example % 3 ? 200 : 20) + ((example * 7 + pixel * 13) % 31);
});
const files = [
  { name: 'bars-images-idx3-ubyte', mimeType: '', buffer: idx([examples, side, side], pixels) },
  { name: 'bars-labels-idx1-ubyte', mimeType: '', buffer: idx([examples], labels) },
];

test('the host sends its data: newcomers agree once, receive it from the members, and keep it', async ({
  tabs,
}) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await host.getByLabel('Files', { exact: true }).setInputFiles(files);
  await expect(host.getByText(/3,000 examples of 20 × 20, 3 classes/)).toBeVisible();
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  const first = await tabs.openStranger(host.url());
  await pressJoin(first);
  await expect(first.getByText('Ask the host where to get it.')).toBeVisible();
  await host.getByRole('button', { name: 'Send my data to members' }).click();
  await receive(first);
  await untilWorldSize([host, first], 2);
  await expect(host.getByText(/sent from this device, to 1 member\./)).toBeVisible();
  const sent = await sentBy(host);
  expect(sent).toBeGreaterThan(examples * side * side - 1);

  await first.reload();
  await pressJoin(first);
  await receive(first);
  await untilWorldSize([host, first], 2);
  await calm(host, 50);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, first], 2);
  // The list of shards is asked for again, not one of them.
  expect((await sentBy(host)) - sent).toBeLessThan(1_000);

  // Another person's browser has nothing of it.
  const second = await tabs.openStranger(host.url());
  await pressJoin(second);
  await receive(second);
  await untilWorldSize([host, first, second], 3);
  expect(await sentBy(first)).toBeGreaterThan(0);
  expect((await sentBy(host)) + (await sentBy(first))).toBeGreaterThanOrEqual(2 * sent);
  await untilMoreSteps([host, first, second], 5);
  await expectEqualHistories([host, first, second], 5);
});

async function receive(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Receive 1.2\d* MB and join$/ }).click();
}

async function sentBy(page: Page): Promise<number> {
  return (await snapshotOf(page))!.sharing?.sentBytes ?? 0;
}
