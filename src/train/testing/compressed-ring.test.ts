// Rings whose sums are encoded: equal digests throughout, and a loss near that of f32 after the same steps.
import { expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { bitsUnder } from '../../codecs/codec';
import { compressionNamed, type CompressionKind } from '../../codecs/setting';
import { shapeFor } from '../../optim/state/train-state';
import type { RunConfig } from '../run/run-config';
import { moonsRun } from './moons-run';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const steps = 80;
const config: RunConfig = { ...testConfig, steps, evaluateEvery: 0, localBatch: 16, microBatch: 16 };
/** The model’s matrix of 64 × 64 is sent as factors up to rank 16. With AdamW and Q a block of state is longer than a
 *  frame. */
const withMatrix: RunConfig = { ...config, model: moonsRun([64, 64]).model };

/** The mean loss of the last steps, after a run of three members in which one dies and one joins. */
async function lossOf(
  codec: CompressionKind,
  topology: RunConfig['buckets']['topology'],
  base = config,
): Promise<number> {
  const buckets = { ...base.buckets, codec: compressionNamed(codec), topology };
  const ring = new SimulatedRing({ seed: 11, config: { ...base, buckets } });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('20 steps', () => replicas[0].steps.length >= 20);
  ring.kill(replicas[2]);
  ring.add();
  await ring.until('the end', () =>
    ring.living.every(({ member }) => member.replica.held?.state.status === 'finished'),
  );
  ring.verify();
  const last = replicas[0].steps.slice(-20);
  expect(new Set(last.map((record) => record.codec))).toEqual(new Set([codec]));
  await ring.end();
  return last.reduce((sum, { loss }) => sum + loss, 0) / last.length;
}

test(
  'codecs of every element train: the loss after 80 steps is near that of f32',
  { timeout: 120_000 },
  async () => {
    const plain = await lossOf('f32', 'direct');
    const losses = [`f32 ${plain.toFixed(4)}`];
    for (const kind of casesOf(
      ['fp16', 'bf16', 'int8', 'int4', 'sign'] as const,
      (codec) => codec === 'bf16' || codec === 'int4' || codec === 'sign',
    )) {
      const loss = await lossOf(kind, 'direct');
      losses.push(`${kind} ${loss.toFixed(4)}`);
      expect(loss, kind).toBeLessThan(1.1 * plain);
    }
    console.log(losses.join(', '));
  },
);

test('PowerSGD trains through a death and a join: its loss is near that of f32', async () => {
  const plain = await lossOf('f32', 'halving-doubling', withMatrix);
  expect(await lossOf('power-sgd', 'halving-doubling', withMatrix)).toBeLessThan(1.1 * plain);
});

test('E21: a replica that catches up begins with no residual', async () => {
  const ring = new SimulatedRing({ seed: 12, config: { ...config, buckets: { ...config.buckets, codec: { kind: 'int4' } } } }); // prettier-ignore
  const [host, behind] = [ring.add(), ring.add()];
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('10 steps', () => host.steps.length >= 10);
  const { replica } = behind.member;
  expect(replica.residual.norm).toBeGreaterThan(0);
  new Uint32Array(replica.held!.tensors.parameters.buffer)[3] ^= 1;
  await ring.until('its catching up', () => replica.participation.kind === 'catching-up');
  expect(replica.residual.norm).toBe(0);
  await ring.until('its residual again', () => replica.residual.norm > 0);
  ring.verify();
  await ring.end();
});

test('a codec on every topology', async () => {
  const short = { ...config, steps: 50 };
  const plain = await lossOf('f32', 'ring', short);
  for (const topology of casesOf(
    ['ring', 'tree', 'star', 'halving-doubling'] as const,
    (way) => way === 'tree' || way === 'halving-doubling',
  ))
    expect(await lossOf('int8', topology, short), topology).toBeLessThan(1.02 * plain);
});

test('E26: Q comes and goes with the codec, is renewed with the rank, and is healed', async () => {
  const ring = new SimulatedRing({ seed: 13, config: { ...withMatrix, steps: 60 } });
  const [host, behind] = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  const rightOf = () =>
    host.member.replica.held!.tensors.vectors.slice(optimizerVectors).map((q) => q.slice());
  const optimizerVectors = shapeFor(config.optimizer).vectors.length;
  const sendAs = (codec: RunConfig['buckets']['codec']) => {
    ring.submit({ kind: 'set-buckets', buckets: { ...config.buckets, codec } });
    const from = host.steps.length;
    return ring.until(
      codec.kind,
      () => host.steps.length >= from + 6 && host.steps.at(-1)!.codec === codec.kind,
    );
  };
  await ring.until('5 steps', () => host.steps.length >= 5);
  expect(rightOf()).toEqual([]);
  await sendAs({ kind: 'power-sgd', rank: 1 });
  const [first] = rightOf();
  const matrixAt = 2 * 64 + 64;
  expect(first.some((x) => x !== 0)).toBe(true);
  await sendAs({ kind: 'power-sgd', rank: 2 });
  const [second, ...others] = rightOf();
  expect(others).toEqual([]);
  expect(second.map((x, i) => (i >= matrixAt && i < matrixAt + 2 * 64 ? 0 : x)).every((x) => x === 0)).toBe(
    true,
  );
  expect(second[matrixAt + 2 * 64 - 1]).not.toBe(0);
  // Another replica's Q is spoilt: its digest differs, and it fetches the state.
  bitsUnder(behind.member.replica.held!.tensors.vectors.at(-1)!)[matrixAt] ^= 1 << 31;
  await ring.until('its catching up', () => behind.member.replica.participation.kind === 'catching-up');
  await ring.until('its return', () => behind.member.replica.participation.kind === 'current');
  // Nothing is worth factors of rank 17.
  await sendAs({ kind: 'power-sgd', rank: 17 });
  expect(rightOf()[0].every((x) => x === 0)).toBe(true);
  await sendAs({ kind: 'f32' });
  expect(rightOf()).toEqual([]);
  ring.verify();
  await ring.end();
});
