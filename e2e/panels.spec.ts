// A guest’s phone, on the states of the lab. What panels say: the tests beside them, in Node.
import { blankPage, expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';

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
