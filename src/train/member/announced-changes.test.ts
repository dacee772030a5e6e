// A change is announced by every member alike, with the decision that does it, and names the first step that is made with it:
// the step's own record shows so.
import { afterEach, expect, test } from 'vitest';
import type { Changed } from '../run/changed';
import { testConfig } from '../testing/real-ring';
import { SimulatedRing, type SimulatedReplica } from '../testing/simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

function announcedBy({ member }: SimulatedReplica): Changed[] {
  const changes: Changed[] = [];
  member.trainer.on('changed', (changed) => changes.push(changed));
  return changes;
}

test('all members announce the same changes, at the step whose record shows them first', async () => {
  const config = { ...testConfig, steps: 1_000 };
  ring = new SimulatedRing({ seed: 11, config, conditions: { delayMs: 5, jitterMs: 2 } });
  const replicas = [ring.add(), ring.add(), ring.add()];
  const announced = replicas.map(announcedBy);
  await ring.formed(3);
  const [{ steps }] = replicas;
  const until = (count: number) => ring.until(`${count} steps`, () => steps.length >= count);
  ring.submit({ kind: 'start' });
  await until(5);
  ring.submit({ kind: 'set-learning-rate', learningRate: 0.0123 });
  await until(10);
  ring.submit({ kind: 'set-buckets', buckets: { ...config.buckets, codec: { kind: 'int8' } } });
  await until(15);
  ring.add();
  await ring.until('the newcomer', () => ring.isOneRing(4));
  await until(steps.length + 5);

  expect(announced[0].map(({ what }) => what)).toEqual(['rate', 'codec', 'members']);
  const without = (changes: readonly Changed[]) =>
    changes.map(({ what, step, after }) => ({ what, step, after }));
  for (const other of announced.slice(1)) expect(without(other)).toEqual(without(announced[0]));
  const firstWith = (is: (record: (typeof steps)[number]) => boolean): number => steps.find(is)!.step;
  expect(announced[0].map(({ step }) => step)).toEqual([
    firstWith(({ learningRate }) => learningRate === Math.fround(0.0123)),
    firstWith(({ codec }) => codec === 'int8'),
    firstWith(({ worldSize }) => worldSize === 4),
  ]);
});
