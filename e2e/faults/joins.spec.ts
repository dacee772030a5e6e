// A join in the middle of a sum: the newcomer is admitted between two steps, and no step contains half a member (S2).
import { withinSum } from '../break-tab';
import { expect, test } from '../fixtures';
import {
  expectEqualHistories,
  joinRoom,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilWorldSize,
} from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { wideDigits } from '../run-configs';
import { FaultRow } from './fault-row';

test('join in the middle of a sum', async ({ tabs }, info) => {
  const row = new FaultRow(info);
  const host = await tabs.open();
  const [second, third, late] = [
    await tabs.openStranger(),
    await tabs.openStranger(),
    await tabs.openStranger('/'),
  ];
  // So wide that a sum takes over a second, which the page then names.
  const { url } = await formRing(host, wideDigits(3072), { Second: second, Third: third });
  const old = [host, second, third];
  await trainTo(old, 2);
  await withinSum(old);
  const joinedMs = Date.now();
  await joinRoom(late, url, 'Late');
  const everyone = [...old, late];
  await untilWorldSize(everyone, 4);
  row.note('a member after', `${((Date.now() - joinedMs) / 1000).toFixed(1)} s`);
  const gives = async (): Promise<boolean> => (await contributors(host)).at(-1)!.length === 4;
  await expect.poll(gives, { message: 'a step of four', timeout: 60_000 }).toBe(true);
  row.note('contributes after', `${((Date.now() - joinedMs) / 1000).toFixed(1)} s`);
  await untilMoreSteps(everyone, 2);
  await expectEqualHistories(everyone, 2);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
  const snapshot = (await snapshotOf(host))!;
  row.fact('steps repeated for it', '0', snapshot.counters.retries, snapshot.counters.retries === 0);

  // Each step sums over whole members: the contributions are equal on every tab, and add up to the divisor.
  const [mine, theirs] = [await stepsOf(host), await stepsOf(second)];
  const halves = mine.filter(({ step, contributions, effectiveBatch }) => {
    const sum = Object.values(contributions).reduce((a, b) => a + b, 0);
    const other = theirs.find((record) => record.step === step);
    return sum !== effectiveBatch || (other && !sameRecord(other.contributions, contributions));
  });
  row.fact('steps with half a member', '0', halves.length, halves.length === 0);
});

/** The members that contributed examples to each step. */
async function contributors(page: Parameters<typeof stepsOf>[0]): Promise<string[][]> {
  const steps = await stepsOf(page);
  return steps.map(({ contributions }) => Object.keys(contributions).filter((id) => contributions[id] > 0));
}

function sameRecord(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
