// Lessons from Home on: a challenge met on a ring, and one missed and met on a virtual clock; and what axe says of a lesson's
// pages. Each lesson missed and met: `npm run test:lessons`. The runs of all lessons: app/lessons/lessons.test.ts.
import { twoLooks, violationsOf } from './axe';
import { blankPage, expect, test } from './fixtures';
import { slideTo, take, walks } from './lesson-walk';

const [phone, desktop] = twoLooks;

test('a student meets a challenge, and goes on to the next lesson', async ({ tabs }) => {
  const page = await tabs.open('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Lessons', exact: true }).click();
  await expect(page).toHaveURL(/\/lessons$/);
  expect(await violationsOf(page, [phone]), 'the list of lessons').toEqual([]);
  await page.getByRole('link', { name: '2. One model, many tabs' }).click();
  await expect(page.getByRole('button', { name: 'Run it' })).toBeDisabled();
  expect(await violationsOf(page, [desktop]), 'a lesson').toEqual([]);
  await take(page, walks['one-model'][1], 1);
  const losses = page.getByRole('region', { name: /^Loss on examples.*, as a table$/ });
  await page.getByRole('button', { name: 'View as table' }).click();
  // The last step of both runs, of which the curves are drawn.
  await expect(losses.getByRole('row').nth(1)).toHaveText(/^96(0\.\d+){2}$/);
  expect(await violationsOf(page, [phone]), 'a lesson, after a run').toEqual([]);
  await page.getByRole('button', { name: 'Reset the lesson' }).click();
  await expect(losses).toBeHidden();
  await expect(page.getByText('Each run is checked by the program.')).toBeVisible();

  await page.getByRole('link', { name: 'Next: The effective batch' }).click();
  await expect(page.getByRole('button', { name: 'Run it' })).toBeDisabled();
  await page.getByRole('link', { name: 'The teacher’s page' }).click();
  await expect(page.getByRole('heading', { name: 'What goes wrong' })).toBeVisible();
  expect(await violationsOf(page, [desktop]), 'the teacher’s page').toEqual([]);
});

test('the answer is what the slider says, however soon the run follows', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await page.clock.install();
  await page.goto('/lesson/fuse-and-overlap');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const slider = card('Predict').getByRole('slider');
  await expect(slider).toBeVisible();
  // No time passes while the slider moves.
  await page.clock.pauseAt(Date.now() + 60_000);
  await slideTo(slider, '500\u00a0ms');
  await slideTo(slider, '4\u00a0s');
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.clock.resume();
  await expect(card('Run').getByRole('definition').first()).toHaveText('4\u00a0s');
});

test('a link opens a lesson with its settings, and an unknown lesson is named as such', async ({ tabs }) => {
  const page = await tabs.open('/lesson/one-model?alone=64&replicas=99');
  const control = (name: string) => page.getByRole('group', { name, exact: true });
  await expect(
    control('Examples per step of the one replica').getByRole('radio', { name: '64' }),
  ).toBeChecked();
  await expect(control('Replicas in the ring').getByRole('radio', { name: '4' })).toBeChecked();
  await page.goto('/lesson/__proto__');
  await expect(page.getByText('Nothing is at this address')).toBeVisible();
});
