// A host's page that is translated while its ring trains, and a screen that fails to draw.
import { expect, test } from '../fixtures';
import { formRing } from '../ring';
import { calm, createRoom, order, untilMoreSteps, untilPhase, untilStep, snapshotOf } from '../lockstep-page';
import { pauseTranslated, translate, walkTabs } from '../page-translator';
import { moons } from '../run-configs';

test('a host whose page is translated goes on', async ({ tabs }) => {
  const host = await tabs.open('/');
  await formRing(host, { ...moons, steps: 100_000 }, { Guest: await tabs.openStranger() });
  await calm(host);
  await translate(host, 'replace');
  await host.getByRole('button', { name: '«Start»', exact: true }).click();
  await untilStep(host, 3);
  await walkTabs(host);
  await order(host, { kind: 'pause' });
  await untilPhase(host, 'paused');
  const { step } = (await snapshotOf(host))!;
  const status = host.getByRole('region', { name: 'Status' });
  await expect(status.getByRole('heading')).toHaveText(/^«Paused/);
  await expect(host.getByText(/The last sums took/)).toHaveCount(0);
  // Live figures are not translated at all.
  await expect(status.getByText(step.toLocaleString('en'), { exact: true })).toBeVisible();
  // Words that changed are translated again: none is of an earlier phase.
  await host.getByRole('button', { name: '«Resume»', exact: true }).click();
  await untilMoreSteps([host], 1);
  await expect(status.getByRole('heading')).toHaveText(/^«Training/);
  await expect(host.getByRole('button', { name: '«Pause»', exact: true })).toBeVisible();
});

test('a screen that fails to draw claims nothing of the replica, and is drawn again by itself', async ({
  tabs,
}) => {
  const host = await tabs.open('/');
  await createRoom(host, { ...moons, steps: 100_000 });
  await untilPhase(host, 'lobby');
  await order(host, { kind: 'start' });
  await untilStep(host, 3);
  await expect(host.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  tabs.expectErrors();
  await host.evaluate(() => {
    const { toFixed } = Number.prototype;
    Number.prototype.toFixed = () => {
      throw new Error('the test breaks drawing');
    };
    Object.assign(window, { mend: () => (Number.prototype.toFixed = toFixed) });
  });
  await expect(host.getByText('Only the drawing failed.')).toBeVisible();
  await expect(host.getByText(/replica stopped/)).toHaveCount(0);
  await untilMoreSteps([host], 3);
  await host.evaluate(() => (window as Window & { mend?: () => void }).mend!());
  await expect(host.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(host.getByText('Only the drawing failed.')).toHaveCount(0);
});

test('a page that is translated goes on, though texts go before their translation comes', ({ tabs }) =>
  pauseTranslated(tabs, 'remove-first'));
