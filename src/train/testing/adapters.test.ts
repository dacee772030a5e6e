// Rings that train adapters on a frozen base: what they hold is what one thread computes, through a death and a join; the
// base is neither summed nor held; codecs and local steps go along.
import { expect, test } from 'vitest';
import { compressionNamed } from '../../codecs/setting';
import { endOf } from '../../model/engine';
import { compile } from '../../model/plan/plan';
import { mlpPreset } from '../../model/presets';
import type { RunConfig } from '../run/run-config';
import { syncNamed } from '../run/sync';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const model = {
  ...mlpPreset([2], 2, [24, 24], 'tanh'),
  adapters: { rank: 2, alpha: 4, weights: ['layers.0.weight', 'layers.1.weight', 'layers.2.weight'] },
};
const plan = compile(model, 1);
const config: RunConfig = {
  ...testConfig,
  model,
  base: { root: 'b'.repeat(64), bytes: 2 * endOf(plan.base) },
  evaluateEvery: 10,
};

/** Three members train to the end; one of them dies on the way, and one joins. */
async function trained(change: Partial<RunConfig> = {}) {
  const ring = new SimulatedRing({ seed: 7, config: { ...config, ...change } });
  const witness = new Witness();
  const add = () => {
    const replica = ring.add();
    witness.watch(replica);
    return replica;
  };
  const [host, , victim] = [add(), add(), add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('some steps', () => host.steps.length >= Math.min(8, ring.config.steps / 2));
  ring.kill(victim);
  add();
  await ring.until('the last step', () =>
    ring.living.every(({ member }) => member.replica.held?.state.status === 'finished'),
  );
  await ring.until('its record', () => host.steps.at(-1)?.step === ring.config.steps);
  ring.verify();
  await ring.end();
  return { ring, witness, host };
}

test.each([
  ['f32', {}],
  ['sign', { buckets: { ...config.buckets, codec: compressionNamed('sign') } }],
  ['power-sgd', { buckets: { ...config.buckets, codec: compressionNamed('power-sgd') } }],
  ['local steps', { sync: syncNamed('local-sgd', 2), steps: 10 }],
] as const)('%s: bit for bit what one thread computes, and only adapters are held', async (_, change) => {
  const { ring, witness, host } = await trained(change);
  const oracle = await replay(ring.config, witness, ring.config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
  const { tensors } = host.member.replica.held!;
  for (const vector of [tensors.parameters, ...tensors.vectors])
    expect(vector.length).toBe(plan.parameterCount);
});
