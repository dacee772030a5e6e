// What single panels do in a page, on the states of the lab: the lobby that grows, the first values of a question, a guest's
// phone, another language. What panels say: the tests beside them, in Node.
import { chooseLanguage } from './choose-language';
import { blankPage, expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';

/** How long a name is shown that came or left. */
const namedMs = 5000;
/** The lab’s time between two who join. */
const turnMs = 1200;
/** A screen draws what came within so long. */
const drawMs = 500;

test('the lobby counts who comes, and names who came and who left for five seconds', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await page.clock.install();
  await page.goto('/lab/screen/lobby-12');
  const sum = page.getByText(/replicas?: batch/);
  await expect(sum).toHaveText('12 replicas: batch 384');
  await page.clock.pauseAt(Date.now() + 60_000);
  const count = async (): Promise<number> => Number(/^\d+/.exec(await sum.innerText())![0]);
  const ring = page.getByRole('region', { name: 'The ring', exact: true });
  // Waits for the end of the lab's round, from wherever it is.
  for (let turns = 0; (await count()) !== 1; turns++) {
    expect(turns).toBeLessThan(14);
    await page.clock.runFor(turnMs);
  }
  // The round begins again with one, and 32 examples more for each who comes.
  for (const [members, name] of [
    [2, 'Brave Otter'],
    [3, 'Swift Lynx'],
    [4, 'Witty Puffin'],
  ] as const) {
    await page.clock.runFor(turnMs);
    await expect(sum).toHaveText(`${members} replicas: batch ${32 * members}`);
    await expect(ring.getByRole('status')).toContainText(new RegExp(`${name}.* joined\\.`));
    await expect(ring.getByRole('img')).toHaveAccessibleName(new RegExp(name));
  }
  for (let turns = 0; (await count()) !== 12; turns++) {
    expect(turns).toBeLessThan(14);
    await page.clock.runFor(turnMs);
  }
  await page.clock.runFor(turnMs);
  await expect(sum).toHaveText('11 replicas: batch 352');
  await expect(ring.getByRole('status')).toContainText('Gone: Eager Quail.');

  await page.goto('/lab/screen/training-16');
  await page.clock.runFor(namedMs + drawMs);
  await page.getByRole('button', { name: 'Unplug one' }).click();
  await page.getByRole('button', { name: 'Unplug it' }).click();
  await page.clock.runFor(drawMs);
  await expect(ring.getByRole('status')).toHaveText('Gone: Tidy Wren.');
  await page.clock.runFor(namedMs - 3 * drawMs);
  await expect(ring.getByRole('status')).toHaveText('Gone: Tidy Wren.');
  await page.clock.runFor(3 * drawMs);
  await expect(ring.getByRole('status')).toHaveText('');
});

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

test('the sentences of the league follow the language of the page', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/league?tab=league');
  for (const [language, title, sentence] of [
    ['de', 'Liga', 'Welcher Lauf erreicht zuerst einen Verlust von 0,200? Lauf 3 war am schnellsten'],
    ['fr', 'Ligue', 'L’essai 3 a été le plus rapide'],
    ['en', 'League', 'Which run reaches a loss of 0.200 first? Run 3 was fastest'],
  ] as const) {
    await chooseLanguage(page, language);
    await expect(page.getByRole('region', { name: title, exact: true })).toContainText(sentence);
  }
});
