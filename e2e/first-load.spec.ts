// The JavaScript that a first visit fetches in the largest language, and for the ring that a person opens. In each language, and
// for each lesson: e2e/long.
import { expect, test } from './fixtures';
import { lessonIds } from '../app/lessons/core/lesson';
import { saveData, sum, watchScripts, weighFirstVisits } from './first-visits';
import { createRoom, order, untilStep } from './lockstep-page';
import { moons } from './run-configs';

/** The same for all that follows until a ring trains, without simple-peer. */
const mostBytesOfRing = 170_000;

weighFirstVisits('de-DE', 'Diese Tabs trainieren zusammen ein Modell.', lessonIds.slice(0, 1));

test.describe('in the largest language', () => {
  test.use({ locale: 'de-DE' });
  test('a ring that trains needs little more than Home', async ({ context, tabs }) => {
    await context.addInitScript(saveData);
    const scripts = watchScripts(context);
    const page = await tabs.open('/start');
    await expect(page.locator('form fieldset').first()).toBeVisible();
    await expect(page.locator('section[aria-labelledby=resume] input[type=file]')).toBeAttached();
    // Whoever opens a room has turned to its form, which then loads what plans a run.
    await page.locator('form fieldset').first().hover();
    await expect(page.getByText(/Parameter, .* Aktivierungen/)).toBeVisible();
    const ofHome = new Set((await scripts.settled()).map(({ file }) => file));
    await createRoom(page, { ...moons, steps: 100_000 });
    await expect(page.getByRole('region', { name: 'Komm herein', exact: true })).toBeVisible();
    await order(page, { kind: 'start' });
    await untilStep(page, 5);
    await expect(page.getByRole('region', { name: 'Der Ring', exact: true })).toBeVisible();
    await expect(page.getByRole('tabpanel').getByRole('region').first()).toBeVisible();
    await order(page, { kind: 'pause' });
    const later = (await scripts.settled()).filter(({ file }) => !ofHome.has(file));
    expect(later.map(({ file }) => file).join(' ')).toMatch(
      /\/ring-\S+\.js .*\/entrance-|\/entrance-\S+\.js .*\/ring-/,
    );
    expect(later.map(({ file }) => file).join(' ')).not.toMatch(/\/lesson-/);
    expect(sum(later), JSON.stringify(later)).toBeLessThanOrEqual(mostBytesOfRing);
    // A part that cannot be fetched leaves the rest of the screen, and comes when it is asked for again.
    tabs.expectErrors();
    const timeline = /\/timeline-panel-[^/]*\.js(\?|$)/;
    await page.route(timeline, (route) => route.abort());
    await page.getByRole('tab', { name: 'Zeitleiste' }).click();
    await expect(page.getByRole('alert')).toContainText('konnte nicht geladen werden');
    await expect(page.getByRole('region', { name: 'Der Ring', exact: true })).toBeVisible();
    await page.unroute(timeline);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('tabpanel').getByRole('region').first()).toBeVisible();
  });
});
