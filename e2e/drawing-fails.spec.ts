// A drawing that fails: the page says that it failed itself, and comes back without a press. The replica trains on, and the host
// keeps its rights.
import { expect, test } from './fixtures';
import { calm, snapshotOf, untilMoreSteps, untilStep } from './lockstep-page';

test('a screen, and a panel, whose drawing fails come back by themselves, in the same ring', async ({
  tabs,
}) => {
  const page = await tabs.open('/alone?replicas=2&preset=moons&backend=cpu');
  await untilStep(page, 5);
  await calm(page);
  tabs.expectErrors();
  const before = (await snapshotOf(page))!;

  await test.step('the whole screen', async () => {
    await page.evaluate(() => {
      let isBroken = true;
      const { set } = Object.getOwnPropertyDescriptor(Document.prototype, 'title')!;
      Object.defineProperty(document, 'title', {
        configurable: true,
        set(title: string) {
          if (!isBroken) return set!.call(document, title);
          isBroken = false;
          throw new Error('broken for the test');
        },
      });
      new MutationObserver(() => {
        const alert = document.querySelector('[role=alert] h1');
        if (alert) document.documentElement.dataset.said = alert.parentElement!.textContent;
      }).observe(document, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: 'Console', exact: true }).click();
    // It may be over before a look from outside.
    await expect(page.locator('html')).toHaveAttribute(
      'data-said',
      /This page could not be drawn.*Only the drawing failed\. The replica of this page is not part of it\./,
    );
    await expect(page.getByRole('button', { name: 'Back to the ring' })).toBeVisible();
    await untilMoreSteps([page], 2);
    const after = (await snapshotOf(page))!;
    expect([after.lineage, after.isHost]).toEqual([before.lineage, true]);
  });

  await test.step('one panel', async () => {
    await page.getByRole('button', { name: 'Back to the ring' }).click();
    const loss = page.getByRole('region', { name: 'Loss', exact: true });
    await expect(loss).toBeVisible();
    await page.evaluate(() => {
      const { get } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width')!;
      const { getContext } = HTMLCanvasElement.prototype;
      let isBroken = true;
      HTMLCanvasElement.prototype.getContext = function broken(this: HTMLCanvasElement, ...asked: unknown[]) {
        if (!isBroken || get!.call(this) < 200) return Reflect.apply(getContext, this, asked);
        isBroken = false;
        document.documentElement.dataset.broken = 'true';
        throw new Error('broken for the test');
      } as typeof getContext;
    });
    await expect(page.locator('html')).toHaveAttribute('data-broken', 'true');
    await expect(page.getByRole('img', { name: /points lie on their own side/ })).toBeVisible();
    await expect(loss).toBeVisible();
    expect((await snapshotOf(page))!.phase.kind).toBe('training');
  });
});
