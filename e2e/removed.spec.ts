// A friend's tab is removed from a ring that trains: its end screen says that the training is kept on its device, and
// Home offers to continue with it. The end screen of a device that was refused says nothing of the kind.
import { expect, test } from './fixtures';
import {
  calm,
  createRoom,
  joinRoom,
  order,
  snapshotOf,
  untilPhase,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';

const config = { ...moons, steps: 1_000_000, evaluateEvery: 0 };

for (const [how, kind] of [
  ['kicked', 'kick'],
  ['unplugged', 'unplug'],
] as const)
  test(`J8: a friend’s tab that is ${how} keeps its training, and Home offers it`, async ({ tabs }) => {
    const host = await tabs.open();
    const { url } = await createRoom(host, config, false, 'cpu');
    const friend = await tabs.openStranger();
    await joinRoom(friend, url, 'Friend', 'cpu');
    await untilWorldSize([host, friend], 2);
    await calm(host, 30);
    await order(host, { kind: 'start' });
    for (const page of [host, friend]) await untilStep(page, 20);
    const { self, step } = (await snapshotOf(friend))!;
    await order(host, { kind, peer: self });
    await untilPhase(friend, 'failed');
    const kept = friend.getByText(/^Your training up to step [\d,]+ is kept on this device\. Home offers/);
    await expect(kept).toBeVisible();
    const keptStep = Number(/step ([\d,]+)/.exec((await kept.textContent())!)![1].replaceAll(',', ''));
    expect(keptStep).toBeGreaterThanOrEqual(step);
    await friend.getByRole('button', { name: 'Back to the start' }).click();
    await expect(
      friend.getByText(new RegExp(`^Step ${keptStep.toLocaleString('en')} of 1,000,000`)),
    ).toBeVisible();
  });
