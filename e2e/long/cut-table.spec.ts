// How a table is cut: the host says what parts its columns and whether a line names them, and goes from a table to a text and
// back. Notes beyond the first few can be opened.
import { expect, test } from '../fixtures';

const lines = Array.from({ length: 60 }, (_, at) => `${at % 7},${at % 5};${at % 2},${(at * 3) % 4}`);
const halves = { name: 'halves.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) };
const wide = Array.from({ length: 60 }, (_, at) => [at * 1.7, 'ab'[at % 2], ...Array<string>(20).fill('same')].join(',')); // prettier-ignore
const names = ['x', 'kind', ...Array.from({ length: 20 }, (_, at) => `spare ${at}`)].join(',');
const many = { name: 'Many.csv', mimeType: 'text/csv', buffer: Buffer.from([names, ...wide].join('\n')) };

test('the host chooses the delimiter and the names, and goes to a text and back', async ({ tabs }) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  const files = host.getByLabel('Files', { exact: true });
  await files.setInputFiles(halves);
  const parted = host.getByLabel('Columns parted by');
  await expect(parted).toHaveValue(';');
  await parted.selectOption('Comma');
  await expect(host.getByText(/^✓ halves.txt: 60 examples/)).toBeVisible();
  await expect(parted).toHaveValue(',');
  await host.getByLabel('Names of the columns').selectOption('line');
  await expect(host.getByText(/^✓ halves.txt: 59 examples/)).toBeVisible();
  await expect(parted).toHaveValue(',');
  await host.getByRole('button', { name: 'Read it as a text' }).click();
  await expect(host.getByText(/^✓ halves.txt: [\d,]+ characters/)).toBeVisible();
  await host.getByRole('button', { name: 'Read it as a table' }).click();
  await expect(parted).toHaveValue(';');

  await files.setInputFiles(many);
  await host.getByText('14 more notes').click();
  await expect(
    host.getByText('Column “spare 19” is left out: it has the same value everywhere.'),
  ).toBeVisible();
  await files.setInputFiles({ ...many, name: 'empty.csv', buffer: Buffer.from('') });
  await expect(host.getByText('empty.csv is empty.')).toBeVisible();
});
