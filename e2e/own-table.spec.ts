// A room on a CSV file. The host picks the column to learn; a newcomer gives the same file and chooses nothing, and both
// train on the same numbers.
import { expect, test } from './fixtures';
import {
  chooseUsualEngine,
  expectEqualHistories,
  pressJoin,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from './lockstep-page';

const rows = Array.from({ length: 300 }, (_, i) => {
  const [length, colour] = [((i * 37) % 100) / 10, i % 3 === 0 ? 'red' : 'blue'];
  return `${i + 1},${length},${colour},${length > 5 ? 'long' : 'short'}`;
});
const table = { name: 'sticks.csv', mimeType: 'text/csv', buffer: Buffer.from(['id,length,colour,size', ...rows].join('\r\n')) }; // prettier-ignore

test('a room on a table: the host chooses what to learn, and newcomers only give the file', async ({
  tabs,
}) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  const broken = { ...table, buffer: Buffer.from('a,b\n1,2\n3\n') };
  await host.getByLabel('Files', { exact: true }).setInputFiles(broken);
  await expect(host.getByText('Line 3 of sticks.csv has 1 value, the first line 2.')).toBeVisible();
  await host.getByLabel('Files', { exact: true }).setInputFiles(table);
  await expect(host.getByText('✓ sticks: 300 examples of 3 inputs, 2 classes.')).toBeVisible();
  await expect(host.getByText('Column “id” is left out: it numbers the rows.')).toBeVisible();
  await host.getByLabel('Column to learn').selectOption({ label: 'colour: its classes' });
  await expect(host.getByRole('list', { name: 'Examples of each class' })).toContainText('red');
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger(host.url());
  await pressJoin(guest);
  await guest.getByLabel('Files', { exact: true }).setInputFiles(table);
  await guest.getByRole('button', { name: 'Use these and join' }).click();
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, guest], 5);
  await expectEqualHistories([host, guest], 5);
});
