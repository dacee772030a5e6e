// What single panels do in a page, on the states of the lab: the first values of a question, and a guest’s phone. What panels
// say: the tests beside them, in Node.
import { blankPage, expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';

test('the first values of a question follow the run until somebody types, and a step that has passed is not asked', async ({
  tabs,
}) => {
  const page = await tabs.open(blankPage);
  await page.clock.install();
  await page.goto('/lab/screen/replay?screen=console');
  const step = page.getByLabel('Step', { exact: true });
  await expect(step).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const number = async (): Promise<number> => Number(await step.inputValue());
  const now = (): Promise<number> => page.evaluate(() => window.lockstep!.snapshot()!.step);
  // They ask for a minute ahead, of the lab’s 25 steps a second.
  await page.clock.runFor(1000);
  const first = await number();
  expect(first).toBeGreaterThanOrEqual((await now()) + 1400);
  // The step is round: after so many others it must be another one.
  await page.clock.runFor(30_000);
  expect(await number()).toBeGreaterThanOrEqual((await now()) + 1400);

  await step.fill(String((await now()) + 3));
  const ask = page.getByRole('button', { name: 'Ask the room' });
  await expect(ask).toBeEnabled();
  await page.clock.runFor(200);
  await ask.click();
  await expect(page.getByText(/^A step after 1\d,\d{3}, up to 1,000,000\.$/)).toBeVisible();
  await expect(ask).toBeDisabled();
  const typed = String((await now()) + 900);
  await step.fill(typed);
  await page.clock.runFor(2000);
  await expect(step).toHaveValue(typed);
});

test('a guest’s phone shows the model and one sentence; figures are behind a tap', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await page.setViewportSize({ width: 360, height: 740 });
  await showLabScreen(page, '/lab/screen/lobby-guest');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are 1 of 3.');
  await expect(page.getByRole('button', { name: 'Leave the ring' })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('main')).not.toContainText('K7Q');
  await showLabScreen(page, '/lab/screen/training-3');
  await expect(page.getByRole('img', { name: /^The line between the two classes/ })).toBeInViewport();
  const learned = page.getByText(/^The ring has learned from [\d,]+ examples, [\d,]+ of them yours\.$/);
  await expect(learned).toBeInViewport({ ratio: 1 });
  const [all, yours] = (await learned.innerText())
    .match(/\d[\d,]*/g)!
    .map((part) => part.replaceAll(',', ''));
  expect(3 * Number(yours), 'one of three alike').toBe(Number(all));
  await showLabScreen(page, '/lab/screen/waited-for');
  const tab = page.getByRole('tab');
  await expect(tab).toHaveCount(0);
  await page.getByText('Figures', { exact: true }).click();
  await expect(tab.nth(0)).toHaveText('You');
  await expect(tab.nth(0)).toHaveAttribute('aria-selected', 'true');
  for (const [index, name] of ['Loss', 'Model', 'Ring'].entries())
    await expect(tab.nth(index + 1)).toHaveText(name);
  const you = page.getByRole('region', { name: 'You: Calm Heron', exact: true });
  await expect(page.getByRole('tabpanel').getByRole('region').first()).toHaveAccessibleName(
    'You: Calm Heron',
  );
  for (const name of ['Loss', 'The ring', 'Roster'])
    await expect(page.getByRole('region', { name, exact: true })).toHaveCount(0);
  // The replica has 32 examples of the 96 of three.
  await expect(you).toContainText('33 %');
  const waits = 'The ring waits for you: your computing takes longest.';
  expect((await you.innerText()).split('The ring waits').length - 1, 'said once').toBe(1);
  await expect(you).toContainText(waits);
  const bars = you.getByRole('listitem');
  const work = async (name: string): Promise<number> =>
    parseFloat(
      await bars
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('span')
        .last()
        .innerText(),
    );
  expect(await work('Your computing')).toBeGreaterThan(1.3 * (await work('Others’ computing')));
  await expect(you).toContainText('0.35');
  await expect(you.getByText('Gradients: sums of numbers, never examples.')).toBeVisible();
  await expect(you.getByRole('button', { name: 'Leave the ring' })).toBeVisible();
  // A laptop has room for all.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tab.nth(0)).toHaveText('Batch and time');
});
