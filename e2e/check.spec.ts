// /check shows its measurements: real channels between two memberships of a real room, the relay, and a second device.
// It shows the failure and the next step when UDP or WebRTC is missing or the room server goes away.
import { chromium, type Locator, type Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { selectedPairs, keepConnectionsFromStart } from './page-connections';
import { startTestServer } from './test-server';

const withinMs = 60_000;

/** One row: its name, then the finding. */
function row(page: Page, name: string): Locator {
  return page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
}

async function expectRow(page: Page, name: string, grade: string, words: RegExp): Promise<void> {
  await expect(row(page, name)).toContainText(words, { timeout: withinMs });
  await expect(row(page, name)).toContainText(`${grade}:`);
}

const measured = /opened in [\d.]+\sm?s: round trip [\d.]+\sms, [\d.]+\s[kM]B\/s/;

test('a real channel, its path and the relay are measured, and the room is given back', async ({ tabs }) => {
  const server = await startTestServer();
  try {
    const page = await tabs.openStranger(`${server.url}/`);
    await keepConnectionsFromStart(page);
    await page.goto(`${server.url}/check`);
    await expectRow(page, 'Room server', 'Good', /opened a private room .* in [\d.]+\sm?s/);
    await expectRow(page, 'Direct link', 'Good', measured);
    await expectRow(page, 'UDP', 'Good', /really used it \(UDP, (host|prflx) to (host|prflx)\)/);
    await expectRow(page, 'Relay', 'Good', measured);
    await expectRow(
      page,
      'Engine',
      'Good',
      /Runs on .+ Measured here: .+\sms a micro-batch\..* Its answers are right\./,
    );
    for (const name of ['Room server', 'Direct link', 'UDP', 'Relay', 'Engine'])
      console.log(await row(page, name).innerText());
    await expect(row(page, 'This address')).toContainText('this device');
    await expectRow(page, 'Address for others', 'Limited', /Only this machine reaches/);
    await expect
      .poll(async () => (await selectedPairs(page)).length, {
        message: 'the channel is closed',
        intervals: [50],
      })
      .toBe(0);
    await expect
      .poll(() => server.members(), { message: 'one membership waits for a second device', intervals: [50] })
      .toBe(1);
    await page.goto(`${server.url}/`);
    await expect.poll(() => server.members(), { message: 'the room is left', intervals: [50] }).toBe(0);
    tabs.expectErrors(); // of a page whose server has ended
  } finally {
    await server.stop();
  }
});

test('an address that gives others no GPU is a warning, and a second device is measured by its link', async ({
  tabs,
}) => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'http://192.168.7.7:8080' } });
  try {
    const first = await tabs.openStranger(`${server.url}/check`);
    await expectRow(first, 'Address for others', 'Limited', /plain HTTP.*no GPU.*npm start -- --https/s);
    await expectRow(first, 'Two devices', 'Not yet known', /one device alone cannot see/);
    const link = await first.getByText(/^http:\/\/192\.168\.7\.7:8080\/check#/).innerText();
    const second = await tabs.openStranger(`${server.url}/check${new URL(link).hash}`);
    await expectRow(second, 'First device', 'Good', /entered its check/);
    await expectRow(first, 'Two devices', 'Good', measured);
    console.log(await row(first, 'Two devices').innerText());
    // A third device, after a server that forgot the room came back.
    tabs.expectErrors(); // the browser reports every refused connection
    for (const page of [first, second]) await page.goto('about:blank');
    await server.stop();
    await server.start();
    const late = await tabs.openStranger(`${server.url}/check${new URL(link).hash}`);
    await expectRow(late, 'First device', 'Failed', /could not enter its check/);
  } finally {
    await server.stop();
  }
});

test('UDP blocked: no direct link, and the relay is measured; then the server dies', async ({
  tabs,
  launchOptions,
}) => {
  const blocked = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--webrtc-ip-handling-policy=disable_non_proxied_udp'],
  });
  const server = await startTestServer();
  try {
    const page = await tabs.openStranger(`${server.url}/check`, blocked);
    await expectRow(page, 'Direct link', 'Limited', /None opened: .* within 10\ss/);
    await expectRow(page, 'Relay', 'Good', measured);
    await expectRow(page, 'UDP', 'Limited', /No path opened over UDP.*go through the room server/);
    await expect(page.getByText('Ask the network’s administrator')).toBeVisible();

    tabs.expectErrors(); // the browser reports every refused connection
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(row(page, 'Direct link')).toContainText('Waiting for a data channel');
    await server.stop();
    await expectRow(page, 'Room server', 'Failed', /went away/);
    await expectRow(page, 'Direct link', 'Not yet known', /Not tested: the room server went away meanwhile/);
    await expectRow(page, 'Relay', 'Not yet known', /Not tested/);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expectRow(page, 'Room server', 'Failed', /It failed/);
    await expectRow(page, 'Address for others', 'Failed', /did not say/);
    await expect(page.locator('dl')).not.toContainText('Waiting for');
  } finally {
    await server.stop();
    await blocked.close();
  }
});

test('a browser without WebRTC learns that, and what still works', async ({ tabs }) => {
  const page = await tabs.open();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
  await page.goto('/check');
  await expectRow(page, 'Direct link', 'Limited', /WebRTC is missing or turned off/);
  await expectRow(page, 'Relay', 'Good', measured);
});
