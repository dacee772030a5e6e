// Access without a pointer, from Home to a room that trains to its end, and in forced colours. WCAG by axe: screens.spec.ts on
// the screens of the lab, e2e/long on those of a server.
import { expect, test } from './fixtures';
import { pressOn, tabTo } from './keyboard';
import { showLabScreen } from './lab-screens';
import { snapshotOf, untilPhase, untilStep } from './lockstep-page';

test('in forced colours what is chosen looks different, and the parts of a step differ as in their legend', async ({
  tabs,
}) => {
  const page = await tabs.open('/lab/screen/claims?screen=console');
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = (selector: string): Promise<readonly string[]> =>
    page
      .locator(selector)
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
  const chosen = '[role=switch][aria-checked=true], label:has(:checked)';
  const others = '[role=switch][aria-checked=false], label:has([type=radio]:not(:checked))';
  await expect(page.locator(chosen).first()).toBeVisible();
  const [ofChosen, ofOthers] = [await looks(chosen), await looks(others)];
  expect(ofChosen).toHaveLength(1);
  expect(ofOthers).not.toContain(ofChosen[0]);
  const thumbs = await looks('[role=switch] > *');
  expect(thumbs).not.toContain(ofOthers[0]);

  await showLabScreen(page, '/lab/screen/training-8');
  const parts = page.locator('[class*=swatch]');
  await expect(parts.first()).toBeVisible();
  const drawn = await parts.evaluateAll((all) =>
    all.map((one) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      return `${backgroundColor} ${backgroundImage}`;
    }),
  );
  expect(drawn.length).toBeGreaterThanOrEqual(5);
  expect(new Set(drawn).size, drawn.join('\n')).toBe(drawn.length);
});

test('from Home to the demo, a lesson and a room that trains to its end by keyboard alone', async ({
  tabs,
}) => {
  const page = await tabs.open('/');
  await pressOn(page, page.getByRole('button', { name: 'Play with it' }));
  await untilStep(page, 2);
  const { learningRate } = (await snapshotOf(page))!;
  await tabTo(page, page.getByRole('slider', { name: 'Learning rate' }));
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await snapshotOf(page))!.learningRate).toBeGreaterThan(learningRate);
  await pressOn(page, page.getByRole('button', { name: 'Pause', exact: true }));
  await untilPhase(page, 'paused');

  await pressOn(page, page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lessons' }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await pressOn(page, page.getByRole('link', { name: '1. How a sum travels' }));
  await expect(page.getByRole('heading', { name: 'How a sum travels' })).toBeFocused();
  await pressOn(page, page.getByRole('radio', { name: '3 messages' }), 'Space');
  await pressOn(page, page.getByRole('button', { name: 'Run it' }));
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('You predicted');

  await pressOn(page, page.getByRole('link', { name: 'Lockstep', exact: true }));
  await pressOn(page, page.getByRole('link', { name: 'Teach or train with others' }));
  await expect(page.getByRole('heading', { name: 'Teach or train with others' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Open the room' })).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: /^Handwritten-like digits/ }));
  const linear = page.getByRole('radio', { name: /^Digits, linear model/ });
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown');
  await expect(linear).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Open the room' }));
  await page.keyboard.press('Enter');
  await untilPhase(page, 'lobby');
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect(start).toBeEnabled();
  await tabTo(page, start);
  await page.keyboard.press('Enter');
  await untilStep(page, 2);
  await tabTo(page, page.getByRole('button', { name: 'Pause', exact: true }));
  await page.keyboard.press('Enter');
  await untilPhase(page, 'paused');
  await pressOn(page, page.getByRole('button', { name: 'Console', exact: true }));
  await pressOn(page, page.getByRole('button', { name: 'Stop', exact: true }));
  await untilPhase(page, 'finished');
  await pressOn(page, page.getByRole('button', { name: 'Back to the ring' }));
  const end = page.getByRole('region', { name: 'What this ring made' });
  await pressOn(page, end.getByRole('button', { name: 'Play with it', exact: true }));
});
