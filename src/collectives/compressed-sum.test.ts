// C9, E2 with codecs: all members get the same bits, and what the codecs dropped is accounted for, element by element.
import { describe, expect, test } from 'vitest';
import { bytesOf, equalBytes } from '../base/bytes';
import { ManualClock } from '../base/clock';
import { permutation, prng } from '../base/prng';
import { codecOf } from '../codecs/registry';
import type { CodecSetting } from '../codecs/setting';
import type { View } from '../membership/view';
import { decodeFrame, frameHeaderBytes } from '../net/frame/frame';
import { AllReduce } from './all-reduce';
import { RefusedError } from './offence';
import { readReduceFrame, type ReduceFrame } from './reduce-frame';
import { chunkSpan, segmentCount, segmentSpan } from './schedule';
import { TestFabric } from './testing/fabric';
import { chunkCount, topologies, type Topology } from './topology';

const settings: readonly CodecSetting[] = [
  { kind: 'f32' },
  { kind: 'fp16' },
  { kind: 'bf16' },
  { kind: 'int8' },
  { kind: 'int4' },
  { kind: 'sign' },
  { kind: 'top-k', share: 1 / 64 },
  { kind: 'sparse-loco', share: 1 / 64 },
];

function readFrame(from: string, bytes: Uint8Array, consume: () => void): ReduceFrame {
  const frame = decodeFrame(bytes);
  if (!frame.ok) throw new Error(frame.error.message);
  const read = readReduceFrame(from, frame.value, consume);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

function makeRing(setting: CodecSetting, topology: Topology, size: number, length: number) {
  const random = prng('compressed', setting.kind, topology, size, length);
  const view: View = {
    lineage: '00c0ffee',
    generation: 3,
    members: Array.from({ length: size }, (_, rank) => `member-${rank}`),
    ring: [...permutation(size, random)],
  };
  const fabric = new TestFabric(size + length);
  const clock = new ManualClock();
  const codec = codecOf(setting);
  const replicas = view.members.map((id) => {
    const local = Float32Array.from({ length }, () => random.normal() * 2 ** (random.below(12) - 6));
    const result = new Float32Array(length).fill(NaN);
    const dropped = new Float32Array(length);
    const collective = new AllReduce({
      ...{ topology, view, self: id, local, result, offset: 0, clock },
      key: { lineage: view.lineage, generation: 3, step: 7, bucket: 2 },
      compression: { codec, exponent: 4, dropped },
      send: (to, bytes) => fabric.send(id, to, bytes),
    });
    fabric.attach(id, (from, bytes, consume) => collective.receive(readFrame(from, bytes, consume)));
    return { id, local, untouched: local.slice(), result, dropped, collective };
  });
  return { view, fabric, codec, replicas };
}

describe.each(topologies)('%s', (topology) => {
  test.each(settings)(
    '$kind: equal bits everywhere, and Σ contributions = sum + Σ dropped',
    async (setting) => {
      for (const size of [1, 2, 3, 4, 5, 8, 13, 16])
        for (const length of [0, 1, Math.max(0, size - 1), 257, 4_099, 31_013]) {
          if (length > 5_000 && size > 5) continue;
          const { fabric, replicas } = makeRing(setting, topology, size, length);
          for (const { collective } of replicas) collective.start();
          await fabric.run();
          await Promise.all(replicas.map(({ collective }) => collective.done));
          const [{ result }] = replicas;
          for (const { local, untouched, result: other } of replicas) {
            expect(equalBytes(bytesOf(local), bytesOf(untouched))).toBe(true);
            expect(equalBytes(bytesOf(other), bytesOf(result))).toBe(true);
          }
          // Each f32 addition and each difference rounds once: 2N roundings of partial sums at most this large.
          const unit = 2 * size * 2 ** -24;
          for (let i = 0; i < length; i++) {
            const contributions = replicas.reduce((sum, { untouched }) => sum + untouched[i], 0);
            const dropped = replicas.reduce((sum, one) => sum + one.dropped[i], 0);
            const magnitude = replicas.reduce((sum, one) => sum + Math.abs(one.untouched[i]) + Math.abs(one.dropped[i]), 0); // prettier-ignore
            const off = Math.abs(result[i] + dropped - contributions);
            if (!(off <= 4 * unit * magnitude))
              throw new Error(
                `N = ${size}, L = ${length}, element ${i}: off by ${off}, magnitude ${magnitude}`,
              );
          }
        }
    },
  );

  test.each(settings)('$kind: the bytes are the codec’s, and two walks of every tree', async (setting) => {
    const [size, length] = [5, 40_003];
    const { fabric, replicas, codec } = makeRing(setting, topology, size, length);
    for (const { collective } of replicas) collective.start();
    await fabric.run();
    await Promise.all(replicas.map(({ collective }) => collective.done));
    let expected = 0;
    let frames = 0;
    for (let chunk = 0; chunk < chunkCount(topology, size); chunk++) {
      const span = chunkSpan(length, chunkCount(topology, size), chunk);
      for (let segment = 0; segment < segmentCount(span); segment++) {
        const { start, end } = segmentSpan(span, segment);
        expected += 2 * (size - 1) * codec.encodedBytes(end - start);
        frames += 2 * (size - 1);
      }
    }
    const timings = replicas.map(({ collective }) => collective.timings());
    expect(timings.reduce((sum, { payloadBytesSent }) => sum + payloadBytesSent, 0)).toBe(expected);
    expect(timings.reduce((sum, { bytesSent }) => sum + bytesSent, 0)).toBe(
      expected + frames * frameHeaderBytes,
    );
  });
});

test.each(['reduce-scatter', 'all-gather'] as const)(
  'S13: %s bytes that are no values end the attempt, and name the sender',
  async (phase) => {
    const { fabric, replicas } = makeRing({ kind: 'int8' }, 'ring', 3, 300);
    let blamed: string | undefined;
    fabric.tamper = (from, _to, bytes) => {
      const frame = readFrame(from, bytes, () => {});
      if (blamed === undefined && frame.phase === phase) {
        blamed = from;
        bytes[frameHeaderBytes + 3] = 0xff; // the first scale: not finite, or negative
      }
      return [bytes];
    };
    for (const { collective } of replicas) collective.start();
    await fabric.run();
    for (const { collective } of replicas) collective.abort(new Error('over'));
    const outcomes = await Promise.allSettled(replicas.map(({ collective }) => collective.done));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' && one.reason instanceof RefusedError ? [one.reason] : [])); // prettier-ignore
    expect(refused.map(({ member }) => member)).toEqual([blamed]);
    expect(refused[0].message).toContain('sent bytes that are no values');
  },
);
