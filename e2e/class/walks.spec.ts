// Three people meet the product, with no words but its own: a newcomer from the address to something changed and its effect; a
// teacher from the list of lessons to a class of six that has predicted, watched and seen why; a student's phone through the
// same. Prints when each step was done; its pictures are in .lockstep/walks.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { pressJoin, untilWorldSize } from '../lockstep-page';

const home = path.resolve(import.meta.dirname, '../..');
const folder = path.join(home, '.lockstep/walks');
const laptops = 3;
const lesson = 'How a sum travels';
/** The longest time of a run that a class watches, on a machine that all share. */
const runMs = 120_000;

/** Prints when a step was done, and takes a picture of it. */
function walk(name: string): (page: Page, what: string) => Promise<void> {
  mkdirSync(folder, { recursive: true });
  const begunMs = performance.now();
  let steps = 0;
  return async (page, what) => {
    const seconds = (performance.now() - begunMs) / 1000;
    const file = `${name}-${String(++steps).padStart(2, '0')}.png`;
    console.log(`${name} ${seconds.toFixed(1).padStart(6)} s  ${what} (${file})`);
    await page.screenshot({ path: path.join(folder, file) });
  };
}

test('a newcomer changes something and sees its effect', async ({ tabs }) => {
  const page = await tabs.open('about:blank');
  await page.setViewportSize({ width: 1366, height: 768 });
  // Home trains by itself only where a person has not asked for less motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const done = walk('newcomer');
  await page.goto('/');
  await expect(page.getByText(/^Step [1-9]/)).toBeVisible();
  await done(page, 'Home trains');
  await page.getByRole('button', { name: 'Play with it' }).click();
  const play = page.getByRole('region', { name: 'Play', exact: true });
  const news = play.locator('p[role=status]');
  await expect(play.getByRole('button', { name: 'Add noise' })).toBeEnabled();
  await expect(play).toBeInViewport({ ratio: 1 });
  await done(page, 'the same ring, with its play row in view');
  await play.getByRole('button', { name: 'Add noise' }).click();
  await expect(news).not.toContainText('Each change is marked on the charts');
  await done(page, 'noise is added, and its mark is on the chart');
  await expect(news).toContainText(/\d/);
  await done(page, `the mark says what it did: “${await news.innerText()}”`);
});

test('a teacher takes a class of six through the first lesson, and a phone with it', async ({ tabs }) => {
  const children: ChildProcess[] = [];
  try {
    const teacher = await tabs.openStranger('about:blank');
    await teacher.setViewportSize({ width: 1366, height: 768 });
    const done = walk('teacher');
    await teacher.goto('/lessons');
    await teacher
      .getByRole('listitem')
      .filter({ has: teacher.getByRole('link', { name: `1. ${lesson}` }) })
      .getByRole('link', { name: 'For teachers' })
      .click();
    await expect(teacher.getByRole('heading', { name: 'What to say' })).toBeVisible();
    await done(teacher, 'the teacher’s page');
    const opened = teacher.context().waitForEvent('page');
    await teacher.getByRole('button', { name: 'Open a room for this lesson' }).click();
    const wall = await opened;
    await wall.setViewportSize({ width: 1280, height: 720 });
    await expect(teacher.getByRole('button', { name: 'Ask the class' })).toBeVisible();
    await expect(wall.getByText('1 member is here. Not started yet.')).toBeVisible();
    const link = (await teacher.getByText(/^http:\S+\/r\/\w+/).textContent())!;
    const code = /\/r\/(\w+)/.exec(link)![1];
    await done(teacher, 'one press: a room with its question set');
    await done(wall, 'the wall shows how to come in');

    const student = await tabs.openStranger(link);
    await student.getByRole('button', { name: 'Join', exact: true }).click();
    const phone = await tabs.openStranger('about:blank');
    await phone.setViewportSize({ width: 360, height: 740 });
    const phoneDone = walk('phone');
    await phone.goto('/');
    await phone.getByRole('textbox', { name: 'Join with a code or link' }).fill(code);
    await phone.getByRole('button', { name: 'Join', exact: true }).click();
    await pressJoin(phone);
    await untilWorldSize([teacher, student, phone], 3);
    await phoneDone(phone, 'in the room, by its code');
    for (let laptop = 1; laptop <= laptops; laptop++) children.push(nodeReplica(link, `Laptop ${laptop}`));
    await untilWorldSize([teacher, student, phone], 3 + laptops);
    await expect(wall.getByText('6 members are here. Not started yet.')).toBeVisible();
    await done(wall, 'six are here');

    await teacher.getByRole('button', { name: 'Ask the class' }).click();
    await expect(wall.getByRole('heading', { name: lesson })).toBeVisible();
    const cards = [student, phone].map((page) => page.getByRole('region', { name: 'The host’s question' }));
    await expect(cards[1].getByRole('radio').first()).toBeInViewport({ ratio: 1 });
    await phoneDone(phone, 'the question, with its options in view');
    for (const [index, card] of cards.entries()) {
      await card.getByRole('radio', { name: ['4 messages', '6 messages'][index] }).check();
      await card.getByRole('button', { name: 'Send my prediction' }).click();
    }
    await expect(wall.getByText('2 of 5', { exact: true })).toBeVisible();
    await phoneDone(phone, 'predicted');
    await done(wall, 'two have predicted');
    await teacher.getByRole('button', { name: 'Close the question' }).click();
    await expect(wall.getByRole('list', { name: 'Answers' }).getByRole('listitem').first()).toBeVisible();
    await done(wall, 'all answers');
    await expect(wall.getByText(/^The host’s device (computes|runs the lesson)/)).toBeVisible();
    await done(wall, 'the run');
    await phoneDone(phone, 'the run');
    await expect(wall.getByText('What came: “6 messages”')).toBeVisible({ timeout: runMs });
    await done(wall, 'what came');
    await expect(cards[1].getByText('What came:').first()).toBeVisible();
    await phoneDone(
      phone,
      `what came: ${(await cards[1].getByRole('status').first().innerText()).replaceAll('\n', ' ')}`,
    );
    await wall.getByRole('button', { name: 'Why', exact: true }).click();
    await done(wall, 'why');
    await done(teacher, 'the teacher’s screen');
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
});

function nodeReplica(link: string, name: string): ChildProcess {
  const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];
  const own = ['--room', link, '--name', name, '--engine', 'cpu'];
  return spawn(process.execPath, [...loaders, 'src/cli/replica/replica.ts', ...own], {
    cwd: home,
    stdio: 'ignore',
  });
}
