// S11 in the modes with local steps: a change that is not finite, or an outlier, never enters the weights, whoever sends it
// and wherever it is spoiled. What is bounded and judged is the contribution: n_j times the change of the parameters (E24).
import { expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { codecNamed, type CodecKind } from '../../codecs/setting';
import type { HostCommand } from '../commands/host-command';
import type { SyncName } from '../run/modes/sync-mode';
import { syncNamed } from '../run/sync';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const size = 3;
/** The norms of so many contributions are known from then on (S11c). */
const knownAfter = 5;
/** A poison is sent, refused, and summed without; then all is as before. */
const apart = 4;
const kinds = [
  ['nan', 'gradient'],
  ['outlier', 'gradient'],
  ['nan', 'wire'],
  ['outlier', 'wire'],
] as const;

const poison = (peer: string, how: 'nan' | 'outlier', at: 'gradient' | 'wire'): HostCommand => ({
  kind: 'poison',
  ...{ peer, how, at },
});

const cases = [
  ['local-sgd', 'f32'],
  ['diloco', 'f32'],
  ['streaming-diloco', 'f32'],
  ['sparse-loco', 'sparse-loco'],
] as const satisfies [SyncName, CodecKind][];

test.each(casesOf(cases, ([name]) => name === 'diloco' || name === 'sparse-loco'))(
  'S11: %s: at every position, at the source and on the wire, what is spoiled does not enter the weights',
  async (name, codec) => {
    const steps = knownAfter + apart * (size * kinds.length + 1);
    const buckets = { ...testConfig.buckets, codec: codecNamed(codec) };
    const config = { ...testConfig, ...{ steps, evaluateEvery: 0, buckets, sync: syncNamed(name, 4) } };
    const ring = new SimulatedRing({ seed: 71, config });
    const replicas = Array.from({ length: size }, () => ring.add());
    await ring.formed(size);
    ring.submit({ kind: 'start' });
    const poisoned = replicas.flatMap((replica) => kinds.map(([how, at]) => ({ replica, how, at })));
    for (const [number, { replica, how, at }] of poisoned.entries()) {
      await ring.until('its turn', () => replicas[0].steps.length >= knownAfter + apart * number);
      ring.submit(poison(replica.id, how, at));
    }
    await ring.until('the end', () =>
      replicas.every(({ member }) => member.replica.held?.state.status === 'finished'),
    );
    ring.verify();
    const [first, ...others] = replicas.map(({ member }) => member.replica.held!.tensors.parameters);
    expect(first.every(Number.isFinite)).toBe(true);
    for (const parameters of others) expect(parameters).toEqual(first);
    for (const { id, member } of replicas) {
      const without = replicas[0].steps.filter(({ contributions }) => contributions[id] === 0);
      expect(without, member.options.name).toHaveLength(kinds.length);
      // What it withheld itself is no offence. With a codec it looks at what it is about to encode, and withholds all.
      const { offences } = member.replica.held!.state;
      const wires = codec === 'f32' ? kinds.filter(([, at]) => at === 'wire').length : 0;
      expect(offences.filter(({ member, by }) => member === id && by !== id)).toHaveLength(wires);
    }
    await ring.end();
  },
);
