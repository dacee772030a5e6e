// /check shows its measurements: real channels between two memberships of a real room, and the relay. It shows the
// failure and the next step when WebRTC is missing; a second device, without UDP, or without the server: e2e/long.
import { expectRow, measured, row } from './check-rows';
import { blankPage, expect, test } from './fixtures';
import { selectedPairs, keepConnectionsFromStart } from './page-connections';
import { startTestServer } from './test-server';

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

test('a browser without WebRTC learns that, and what still works', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
  await page.goto('/check');
  await expectRow(page, 'Direct link', 'Limited', /WebRTC is missing or turned off/);
  await expectRow(page, 'Relay', 'Good', measured);
});
