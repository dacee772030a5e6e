// S27: a ring whose held-out loss falls no more ends by itself, at the same step at all members, and keeps its best state.
import { expect, test } from 'vitest';
import { stateDigest } from '../run/run-state';
import { hashBlocks, rootDigest } from '../../optim/state/digest';
import type { RunConfig } from '../run/run-config';
import type { StepRecord } from '../metrics/step-record';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const patience = 3;
/** The rate is so high that the loss soon goes up and down. */
const config: RunConfig = {
  ...testConfig,
  optimizer: { kind: 'sgd' },
  learningRate: 8,
  steps: 400,
  evaluateEvery: 2,
  patience,
};

/** The step of the lowest loss, and the first one after which so many evaluations were no better, by what each step showed. */
function plainEnd(records: readonly StepRecord[]): { best: number; end: number } {
  let best: StepRecord | undefined;
  let worse = 0;
  for (const record of records) {
    if (!record.validation) continue;
    if (!best || record.validation.loss < best.validation!.loss) [best, worse] = [record, 0];
    else worse++;
    if (worse === patience) return { best: best.step, end: record.step };
  }
  throw new Error('the loss fell until the last step');
}

test('S27: a ring ends when its held-out loss falls no more, and each member keeps the best state', async () => {
  const ring = new SimulatedRing({ seed: 3, config });
  const replicas = Array.from({ length: 4 }, () => ring.add());
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => replicas[0].steps.length >= 3);
  ring.kill(replicas[2]);
  await ring.until('the end', () =>
    ring.living.every(({ member }) => member.replica.held?.state.status === 'finished'),
  );
  ring.verify();
  const { best, end } = plainEnd(replicas[0].steps);
  for (const { member } of ring.living) {
    const held = member.replica.held!;
    expect([held.state.step, held.state.best!.step]).toEqual([end, best]);
    expect(held.state.best!.since).toBe(patience);
    const kept = member.replica.best!;
    const then = replicas[0].steps.find(({ step }) => step === best)!;
    expect(kept.state.step).toBe(best);
    // The tensors that are kept are still those of that step.
    expect(stateDigest(rootDigest(kept.tensors, hashBlocks(kept.tensors)), kept.state)).toBe(then.digest);
  }
  ring.submit({ kind: 'configure', config });
  const replicaOf = ({ member }: (typeof replicas)[number]) => member.replica;
  await ring.until('another run', () =>
    ring.living.every((each) => replicaOf(each).held?.state.status === 'lobby'),
  );
  // The memory of the best state is free again.
  for (const each of ring.living)
    expect(replicaOf(each).kept.filter(({ state }) => state.run === 1)).toEqual([]);
  await ring.end();
});

test('S27: without a patience a run goes on, and no state is kept beside it', async () => {
  const { patience: _, ...endless } = config;
  const ring = new SimulatedRing({ seed: 3, config: { ...endless, steps: 80 } });
  const replica = ring.add();
  await ring.formed(1);
  ring.submit({ kind: 'start' });
  await ring.until('the end', () => replica.member.replica.held?.state.status === 'finished');
  expect(replica.member.replica.held!.state.step).toBe(80);
  expect(plainEnd(replica.steps).end).toBeLessThan(80);
  expect(replica.member.replica.best).toBeUndefined();
  await ring.end();
});
