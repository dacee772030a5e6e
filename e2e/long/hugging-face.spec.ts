// A room on a dataset of Hugging Face, whose host is stood in for: look-up, the choice of a part, the licence, the download, and
// some steps of training on it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../fixtures';
import { chooseUsualEngine, snapshotOf, untilMoreSteps, untilPhase } from '../lockstep-page';

const fileOf = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, '../../src/data/import/testing', name));
const base = 'https://huggingface.co/api/datasets/acme/tiny';
const answers: Readonly<Record<string, string | Buffer>> = {
  [`${base}/parquet`]: JSON.stringify({
    default: {
      test: [`${base}/parquet/default/test/0.parquet`],
      train: [`${base}/parquet/default/train/0.parquet`],
    },
  }),
  [base]: JSON.stringify({ cardData: { license: 'cc-by-4.0' } }),
  [`${base}/parquet/default/train/0.parquet`]: fileOf('images.parquet'),
  [`${base}/parquet/default/test/0.parquet`]: fileOf('table.parquet'),
};

test('a parquet dataset of Hugging Face: looked up, a part chosen, downloaded, trained on', async ({
  tabs,
}) => {
  const host = await tabs.open('/start');
  const asked: string[] = [];
  await host.context().route(/^https:\/\/huggingface\.co\//, (route) => {
    const url = route.request().url();
    asked.push(url.slice(base.length));
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const body = answers[url];
    return route.fulfill(body === undefined ? { status: 404, headers } : { status: 200, headers, body });
  });
  await host.getByRole('radio', { name: /^A public dataset/ }).check();
  await host.getByRole('combobox', { name: 'Public dataset' }).selectOption('hugging-face');
  const name = host.getByLabel('Name on Hugging Face');
  const lookUp = host.getByRole('button', { name: 'Look it up' });
  await name.fill('acme/none');
  tabs.expectErrors(); // the browser logs the answer 404
  await lookUp.click();
  await expect(host.getByText(/^acme\/none cannot be read as parquet/)).toBeVisible();
  await name.fill('https://huggingface.co/datasets/acme/tiny');
  await lookUp.click();
  await expect(host.getByText('Licence: cc-by-4.0.')).toBeVisible();
  await expect(host.getByRole('link', { name: 'huggingface.co' })).toHaveAttribute('href', 'https://huggingface.co/datasets/acme/tiny'); // prettier-ignore
  const part = host.getByLabel('Part');
  await expect(part.getByRole('option')).toHaveText(['default, train', 'default, test']);
  await part.selectOption('default, test');
  await host.getByRole('button', { name: /^Download/ }).click();
  await expect(host.getByText(/^✓ .*20 examples of 2/)).toBeVisible();
  expect(asked).not.toContain('/parquet/default/train/0.parquet');
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host], 5);
  const { data } = (await snapshotOf(host))!.config!;
  expect(data).toMatchObject({
    kind: 'table',
    examples: 20,
    classes: 2,
    origin: { kind: 'hugging-face', name: 'acme/tiny', split: 'test' },
  });
});
