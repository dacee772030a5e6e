// Data from the room's members stays on the newcomer's device: after a reload it is there, and no member sends it again.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  chooseUsualEngine,
  order,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from './lockstep-page';
import { idx } from './own-files';

const examples = 2_000;
const side = 20;
const files = [
  idx('noise-images-idx3-ubyte', [examples, side, side], (at) => (at * 2_654_435_761) >>> 24),
  idx('noise-labels-idx1-ubyte', [examples], (at) => at % 3),
];

test('data of the room is kept across a reload of the newcomer, and not sent again', async ({ tabs }) => {
  const host = await tabs.open('/');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await host.getByLabel('Files', { exact: true }).setInputFiles(files);
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  await host.getByRole('button', { name: 'Send my data to members' }).click();
  const guest = await tabs.openStranger(host.url());
  await receive(guest);
  await untilWorldSize([host, guest], 2);
  const sent = await sentBy(host);
  expect(sent).toBeGreaterThan(examples * side * side - 1);

  await guest.reload();
  await receive(guest);
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, guest], 3);
  // The list of shards is asked for again, not one of them.
  expect((await sentBy(host)) - sent).toBeLessThan(1_000);

  await order(host, { kind: 'pause' });
  // Another person's browser has nothing of it.
  const other = await tabs.openStranger(host.url());
  await receive(other);
  await untilWorldSize([host, guest, other], 3);
  const givenByBoth = (await sentBy(host)) + (await sentBy(guest));
  expect(givenByBoth).toBeGreaterThanOrEqual(2 * sent);
});

async function receive(page: Page): Promise<void> {
  await pressJoin(page);
  await page.getByRole('button', { name: /^Receive .* and join$/ }).click();
}

async function sentBy(page: Page): Promise<number> {
  return (await snapshotOf(page))!.sharing?.sentBytes ?? 0;
}
