// /check shows the failure and the next step when UDP is blocked or the room server goes away.
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
