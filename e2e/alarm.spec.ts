// An alarm may come while somebody reads or presses something: it must not move the page.
import { blankPage, expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';

test('an alert moves nothing on the page, and can be hidden', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await showLabScreen(page, '/lab/screen/alarm');
    const alert = page.getByRole('alert').filter({ hasText: 'Likely cause: the learning rate rose' });
    await expect(alert).toBeVisible();
    const places = (): Promise<unknown> =>
      page.evaluate(() => [
        document.documentElement.scrollHeight,
        ...[...document.querySelectorAll('main section')].map((panel) => {
          const { x, y, width: wide, height } = panel.getBoundingClientRect();
          return [x, y, wide, height];
        }),
      ]);
    let withAlert = await places();
    // The curves of the page are drawn when it is at rest.
    await expect
      .poll(
        async () => {
          const before = withAlert;
          withAlert = await places();
          return JSON.stringify(before) === JSON.stringify(withAlert);
        },
        { intervals: [500] },
      )
      .toBe(true);
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect(alert).toBeHidden();
    expect(await places(), `${width} px`).toEqual(withAlert);
  }
});
