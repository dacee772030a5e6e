// A room on a public dataset, from hosts that stand in for the real ones. The content security policy of the room server is in
// force. The host downloads it after a failure and a cancel; a newcomer downloads it with one press.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { chooseUsualEngine, pressJoin, untilPhase, untilWorldSize } from '../lockstep-page';

const count = 300;
const side = 28;

function idx(shape: readonly number[], byteAt: (index: number) => number): Buffer {
  const head = Buffer.alloc(4 + 4 * shape.length);
  head.writeUInt32BE(0x0800 + shape.length);
  shape.forEach((size, d) => head.writeUInt32BE(size, 4 + 4 * d));
  const length = shape.reduce((product, size) => product * size, 1);
  return gzipSync(Buffer.concat([head, Buffer.from(Array.from({ length }, (_, index) => byteAt(index)))]));
}

const images = idx([count, side, side], (index) => (index * 7 + Math.floor(index / 784) * 31) % 256);
const labels = idx([count], (index) => index % 10);
const hosts = /^https:\/\/(raw\.githubusercontent\.com|huggingface\.co)\//;

/** 'silent': no answer comes for the labels. */
type Hosts = 'open' | 'closed' | 'silent';

/** `hosts`: what they do now. Returns the addresses that were asked for. */
async function serve(page: Page, now: () => Hosts): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route(hosts, async (route) => {
    const url = route.request().url();
    asked.push(url);
    const headers = { 'Access-Control-Allow-Origin': '*' };
    if (now() === 'closed') return route.fulfill({ status: 404, headers });
    if (now() === 'silent' && url.includes('labels')) return;
    return route.fulfill({ status: 200, headers, body: url.includes('images') ? images : labels });
  });
  return asked;
}

test('a room on a public dataset: downloaded by the host, and by a newcomer with one press', async ({
  tabs,
}) => {
  const host = await tabs.open('/start');
  let hosts: Hosts = 'closed';
  const asked = await serve(host, () => hosts);
  await host.getByRole('radio', { name: /^A public dataset/ }).check();
  await expect(host.getByText('Licence: CC BY-SA 3.0, Yann LeCun, Corinna Cortes.')).toBeVisible();
  await expect(host.getByRole('link', { name: 'github.com' })).toHaveAttribute(
    'href',
    'https://github.com/fgnt/mnist',
  );
  await host.getByRole('button', { name: /^Download MNIST/ }).click();
  await expect(host.getByText('Raw.githubusercontent.com answered with status 404.')).toBeVisible();
  hosts = 'silent';
  await host.getByRole('button', { name: 'Try again' }).click();
  await expect(host.getByText(/^Downloading file 1 of 2: (.+) of \1\.$/)).toBeVisible();
  await expect(host.getByRole('progressbar', { name: 'Download of MNIST' })).toHaveAttribute('value', '1');
  await expect.poll(() => asked.length).toBe(3);
  await host.getByRole('button', { name: 'Cancel' }).click();
  await expect(host.getByRole('progressbar', { name: 'Download of MNIST' })).toHaveCount(0);
  await expect(host.getByText('It is downloaded to this device, and kept for next time.')).toBeVisible();
  hosts = 'open';
  await host.getByRole('button', { name: /^Download MNIST/ }).click();
  await expect(host.getByText('✓ MNIST: 300 examples of 28 × 28, 10 classes.')).toBeVisible();
  // The images had come before the cancel, and were kept.
  expect(asked.map((url) => /images|labels/.exec(url)?.[0])).toEqual([
    'images',
    'images',
    'labels',
    'labels',
  ]);
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger(host.url());
  await serve(guest, () => 'open');
  await pressJoin(guest);
  await guest.getByRole('button', { name: /^Download MNIST/ }).click();
  await guest.getByRole('button', { name: 'Use these and join' }).click();
  await untilWorldSize([host, guest], 2);
});
