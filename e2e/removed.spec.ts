// A friend's tab is removed from a ring that trains: its end screen says that the training is kept on its device, and
// Home offers to continue with it. The end screen of a device that was refused says nothing of the kind.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { calm, order, snapshotOf, untilPhase } from './lockstep-page';
import { formRing, trainTo } from './ring';
import { moons } from './run-configs';

const config = { ...moons, steps: 1_000_000, evaluateEvery: 0 };

test('J8: a friend’s tab that is kicked or unplugged keeps its training, and Home offers it', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const friends = { kick: await tabs.openStranger(), unplug: await tabs.openStranger() };
  await formRing(host, config, friends, false);
  await calm(host);
  const all = [host, ...Object.values(friends)];
  await trainTo(all, 20);
  for (const [kind, friend] of Object.entries(friends) as ['kick' | 'unplug', Page][]) {
    const { self, step } = (await snapshotOf(friend))!;
    await order(host, { kind, peer: self });
    await untilPhase(friend, 'failed');
    // One replica alone waits for nobody, and would take a whole core.
    if (kind === 'unplug') await order(host, { kind: 'pause' });
    const kept = friend.getByText(/^Your training up to step [\d,]+ is kept on this device\. Home offers/);
    await expect(kept).toBeVisible();
    const keptStep = Number(/step ([\d,]+)/.exec((await kept.textContent())!)![1].replaceAll(',', ''));
    expect(keptStep).toBeGreaterThanOrEqual(step);
    await friend.getByRole('button', { name: 'Back to the start' }).click();
    await friend.getByRole('link', { name: 'Go on with a run that this device keeps' }).click();
    const offered = new RegExp(`^Step ${keptStep.toLocaleString('en')}, loss `);
    await expect(friend.getByText(offered)).toBeVisible();
  }
});
