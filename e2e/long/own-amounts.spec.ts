// A room on a table of amounts: the host chooses the price, and its held-out rows come as a picture, predicted against true. In
// the playground a row is entered, and its price comes in the table's unit.
import { expect, test } from '../fixtures';
import { chooseUsualEngine, openTab, untilMoreSteps, untilPhase } from '../lockstep-page';

const rows = Array.from({ length: 240 }, (_, i) => {
  const [size, state] = [30 + ((i * 37) % 100), i % 3 === 0 ? 'new' : 'old'];
  return `${size}.5,${state},${2 * size + (state === 'new' ? 60 : 0)} €`;
});
const table = {
  name: 'homes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['size,state,cost', ...rows].join('\n')),
};

test('from a table to a picture of its amounts, and to one that is predicted', async ({ tabs }) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await host.getByLabel('Files', { exact: true }).setInputFiles(table);
  await expect(host.getByText('The amount of column “cost” is predicted')).toBeVisible();
  await host.getByLabel('Column to learn').selectOption({ label: 'state: its classes' });
  await expect(host.getByText('✓ homes: 240 examples of 2 inputs, 2 classes.')).toBeVisible();
  await host.getByLabel('Column to learn').selectOption({ label: 'cost: an amount' });
  await expect(host.getByText('✓ homes: 240 examples of 3 inputs, one amount to predict.')).toBeVisible();
  await expect(host.getByText(/^cost: 17\d\.\d.€ on average/)).toBeVisible();
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host], 200);

  const picture = host.getByRole('img', { name: /held-out examples, against what is true/ });
  await expect(picture).toHaveAccessibleName(
    /cost: off by [\d.]+.€ on average \(MAE\), RMSE [\d.]+.€, R² 0\.9/,
  );
  await expect(host.getByText(/Accuracy|classified right/)).toHaveCount(0);
  await openTab(host, 'Curves');
  await expect(host.getByRole('heading', { name: 'R²' })).toBeVisible();
  await openTab(host, 'Playground');
  await host.getByLabel('size', { exact: true }).fill('100.5');
  await host.getByLabel('state', { exact: true }).selectOption('new');
  await expect(host.getByRole('status').filter({ hasText: /^cost: 2[56]\d\.\d.€ at step/ })).toBeVisible();
  await expect(
    host.getByRole('img', { name: /held-out examples, against what is true/ }).last(),
  ).toBeVisible();
});
