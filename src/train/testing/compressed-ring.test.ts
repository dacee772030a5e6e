// Rings whose sums are encoded: equal digests throughout, and a loss near that of f32 after the same steps.
import { expect, test } from 'vitest';
import { codecKinds, codecNamed, type CodecKind } from '../../codecs/setting';
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const steps = 150;
const config: RunConfig = { ...testConfig, steps, evaluateEvery: 0, localBatch: 16, microBatch: 16 };

/** The mean loss of the last steps, after a run of three members in which one dies and one joins. */
async function lossOf(codec: CodecKind, topology: RunConfig['buckets']['topology']): Promise<number> {
  const buckets = { ...config.buckets, codec: codecNamed(codec), topology };
  const ring = new SimulatedRing({ seed: 11, config: { ...config, buckets } });
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

test('every codec trains: its loss after 150 steps is near that of f32', async () => {
  const losses = new Map<CodecKind, number>();
  for (const kind of codecKinds) losses.set(kind, await lossOf(kind, 'direct'));
  console.log([...losses].map(([kind, loss]) => `${kind} ${loss.toFixed(4)}`).join(', '));
  const plain = losses.get('f32')!;
  for (const kind of ['fp16', 'bf16', 'int8', 'int4', 'sign'] as const)
    expect(losses.get(kind), kind).toBeLessThan(1.1 * plain);
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
  const plain = await lossOf('f32', 'ring');
  for (const topology of ['ring', 'tree', 'star', 'halving-doubling'] as const)
    expect(await lossOf('int8', topology), topology).toBeLessThan(1.02 * plain);
});
