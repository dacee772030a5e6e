import { afterEach, expect, test } from 'vitest';
import { TestRing, testConfig } from './real-ring';

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
    () => only.member.phase.kind === 'lobby' && only.member.replica.held?.state.initialized === true,
  );
  ring.submit({ kind: 'start' });
  await ring.until('the last step', () => only.steps.length === 20);
  expect(only.steps.map((s) => s.step)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test('a new run is measured anew, although its step numbers repeat', async () => {
  const config = { ...testConfig, steps: 5, evaluateEvery: 5 };
  ring = new TestRing(config);
  const replicas = [ring.add(), ring.add()];
  await ring.until('two members', () =>
    replicas.every(({ member }) => member.membership.view?.members.length === 2),
  );
  ring.submit({ kind: 'start' });
  await ring.until('the first run', () => replicas.every(({ steps }) => steps.length === 5));
  ring.submit({ kind: 'configure', config: { ...config, seed: 8 } });
  ring.submit({ kind: 'start' });
  await ring.until('the second run', () => replicas.every(({ steps }) => steps.length === 10));
  for (const { steps } of replicas) {
    const [first, second] = [steps[4], steps[9]];
    expect(first.step).toBe(second.step);
    expect(second.validation).toBeDefined();
    expect(second.validation!.loss).not.toBe(first.validation!.loss);
    expect(second.validation).toEqual(replicas[0].steps[9].validation);
  }
});

test('three replicas train in lockstep', async () => {
  ring = new TestRing();
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.until('three members', () =>
    replicas.every(({ member }) => member.membership.view?.members.length === 3),
  );
  ring.submit({ kind: 'start' });
  await ring.until('the last step', () => replicas.every(({ steps }) => steps.length === 20));
  for (const { steps } of replicas)
    expect(steps.map((s) => s.digest)).toEqual(replicas[0].steps.map((s) => s.digest));
});

test('one of four members is killed while it reduces: the others commit every step', async () => {
  ring = new TestRing();
  const [a, b, victim, d] = [ring.add(), ring.add(), ring.add(), ring.add()];
  await ring.until('four members', () =>
    ring!.replicas.every(({ member }) => member.membership.view?.members.length === 4),
  );
  ring.submit({ kind: 'start' });
  await ring.until(
    'a reduce',
    () => victim.steps.length >= 3 && victim.member.trainer.status.activity.kind === 'reducing',
  );
  ring.kill(victim);
  await ring.until('the last step', () => [a, b, d].every(({ steps }) => steps.at(-1)?.step === 20));
  for (const { steps } of [a, b, d]) {
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(steps.map(({ digest }) => digest)).toEqual(a.steps.map(({ digest }) => digest));
    const three = Object.fromEntries([a, b, d].map(({ id }) => [id, 8]));
    expect(steps.at(-1)!.contributions).toEqual(three);
  }
});
