// A person may choose what a device computes on: where a room is opened, and where one is joined.
import { expect, test } from './fixtures';
import { untilPhase, untilWorldSize } from './lockstep-page';

test('“Compute on” of Home and of Join name the engine of the You card', async ({ tabs }) => {
  const host = await tabs.open('/');
  await host.getByText('More settings', { exact: true }).click();
  await host.getByLabel('Compute on').selectOption('cpu');
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  const guest = await tabs.openStranger(host.url());
  await guest.getByLabel('Compute on').selectOption('webgpu');
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await untilWorldSize([host, guest], 2);
  await expect(host.getByText(/^Runs on the CPU \(.+\), as chosen on this device\./)).toBeVisible();
  await expect(guest.getByText(/^Runs on WebGPU \(.+\), as chosen on this device\./)).toBeVisible();
});
