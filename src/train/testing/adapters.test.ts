// Rings that train a part of their model, adapters or its last layers: what they hold is what one thread computes, through a
// death and a join; the base is neither summed nor held; codecs and local steps go along.
import { expect, test } from 'vitest';
import { compressionNamed } from '../../codecs/setting';
import { endOf } from '../../model/engine';
import { compile } from '../../model/plan/plan';
import { mlpPreset } from '../../model/presets';
import type { ModelSpec } from '../../model/spec';
import type { RunConfig } from '../run/run-config';
import { syncNamed } from '../run/sync';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const whole = mlpPreset([2], 2, [24, 24], 'tanh');
const model: ModelSpec = {
  ...whole,
  adapters: { rank: 2, alpha: 4, weights: ['layers.0.weight', 'layers.1.weight', 'layers.2.weight'] },
};
const config: RunConfig = { ...testConfig, ...onBase(model), evaluateEvery: 10 };

function onBase(model: ModelSpec): Pick<RunConfig, 'model'> & Required<Pick<RunConfig, 'base'>> {
  return { model, base: { root: 'b'.repeat(64), bytes: 2 * endOf(compile(model, 1).base) } };
}

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
  ['a new last layer', onBase({ ...whole, frozenLayers: 2 })],
  [
    'the last layers, power-sgd',
    {
      ...onBase({ ...whole, frozenLayers: 1 }),
      buckets: { ...config.buckets, codec: compressionNamed('power-sgd') },
    },
  ],
  [
    'a new last layer, local steps',
    { ...onBase({ ...whole, frozenLayers: 2 }), sync: syncNamed('local-sgd', 2), steps: 10 },
  ],
] as const)(
  '%s: bit for bit what one thread computes, and only what is trained is held',
  async (_, change) => {
    const { ring, witness, host } = await trained(change);
    const oracle = await replay(ring.config, witness, ring.config.steps);
    for (const { member } of ring.living)
      expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
    const { tensors } = host.member.replica.held!;
    const plan = compile(ring.config.model, 1);
    for (const vector of [tensors.parameters, ...tensors.vectors])
      expect(vector.length).toBe(plan.parameterCount);
  },
);
