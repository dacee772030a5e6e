// /check measures the link of a second device, and shows the failure and the next step when UDP is blocked or the room server
// goes away.
import { expectRow, measured, row } from '../check-rows';
import { expect, test } from '../fixtures';
import { startTestServer } from '../test-server';
import { launchWithoutUdp } from '../without-udp';

test('UDP blocked: no direct link, and the relay is measured; then the server dies', async ({
  tabs,
  launchOptions,
}) => {
  const blocked = await launchWithoutUdp(launchOptions);
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
