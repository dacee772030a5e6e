// Single panels in a page, on the states of the lab: the lobby that grows, another language, and the first values of
// a question.
import { chooseLanguage } from '../choose-language';
import { blankPage, expect, test } from '../fixtures';

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
