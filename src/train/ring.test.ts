import { afterEach, expect, test } from 'vitest';
import { TestRing } from './test-ring';

let ring: TestRing | undefined;
afterEach(async () => {
  await ring?.end();
  ring = undefined;
});

test('one replica trains to the end', async () => {
  ring = new TestRing();
  const [only] = [ring.add()];
  await ring.until(
    'the lobby',
    () => only.member.phase.kind === 'lobby' && only.member.replica.holding?.state.initialized === true,
  );
  ring.order({ kind: 'start' });
  await ring.until('the last step', () => only.steps.length === 20);
  expect(only.steps.map((s) => s.step)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test('three replicas train in lockstep', async () => {
  ring = new TestRing();
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.until('three members', () =>
    replicas.every(({ member }) => member.members.view?.members.length === 3),
  );
  ring.order({ kind: 'start' });
  await ring.until('the last step', () => replicas.every(({ steps }) => steps.length === 20));
  for (const { steps } of replicas)
    expect(steps.map((s) => s.digest)).toEqual(replicas[0].steps.map((s) => s.digest));
});
