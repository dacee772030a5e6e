// What CODECS.md says of the bytes of sparse codecs, counted on what the encoders and the sums of four members really send.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { codecOf } from '../codecs/registry';
import { codecNamed } from '../codecs/setting';
import { SumRing } from './testing/sum-ring';
import type { SumPath } from './topology';

const [members, length] = [4, 131_072];
const view = {
  ...{ lineage: '00c0ffee', generation: 3, ring: [0, 1, 2, 3] },
  members: [0, 1, 2, 3].map((rank) => `member-${rank}`),
};

/** That each member receives, without and with the headers of frames. */
async function received(path: SumPath, kind: 'top-k' | 'sparse-loco' | undefined) {
  const random = prng('compressed bytes');
  const parts = view.members.map(() => Float32Array.from({ length }, () => random.normal()));
  const codec = kind && codecOf(codecNamed(kind));
  const ring = new SumRing({ view, path, codec, exponent: 0, parts, seed: 1 });
  await ring.finish();
  const timings = ring.members.map(({ collective }) => collective.timings());
  const mean = (of: (one: (typeof timings)[number]) => number): number =>
    timings.reduce((sum, one) => sum + of(one), 0) / members;
  return {
    payload: mean(({ payloadBytesReceived }) => payloadBytesReceived),
    frames: mean(({ bytesReceived }) => bytesReceived),
  };
}

test('a block of sparse-loco: 64 places of 12 bits, 64 values of 2 bits and a scale are 1/141 of f32', async () => {
  const codec = codecOf(codecNamed('sparse-loco'));
  const block = Float32Array.from({ length: 4096 }, (_, i) => Math.sin(i * i));
  const bytes = new Uint8Array(codec.encodedBytes(4096));
  const decoded = new Float32Array(4096);
  expect(codec.encode(block, 0, bytes).ok && codec.decode(bytes, 0, decoded).ok).toBe(true);
  expect(decoded.filter((value) => value !== 0)).toHaveLength(64);
  expect(8 * bytes.length).toBe(64 * (12 + 2) + 32);
  expect((4 * 4096) / bytes.length).toBeCloseTo(141.24, 2);
  const text = await readFile(new URL('../codecs/CODECS.md', import.meta.url), 'utf8');
  expect(text).toContain('64 · (12 + 2) + 32 = 928 bits stand for 131,072: 1/141');
});

test('C10: four replicas receive of gathered parts the share of a ring’s bytes that CODECS.md states', async () => {
  const ring = await received('ring', undefined);
  expect(ring.payload).toBe(1.5 * 4 * length);
  const shares: string[][] = [];
  for (const kind of ['top-k', 'sparse-loco'] as const) {
    const gathered = await received('gathered', kind);
    expect(gathered.payload).toBe(3 * codecOf(codecNamed(kind)).encodedBytes(length));
    shares.push([ring.payload / gathered.payload, ring.frames / gathered.frames].map((times) => `1/${times.toFixed(1)}`)); // prettier-ignore
  }
  const [[topK, topKFrames], [sparse, sparseFrames]] = shares;
  const text = await readFile(new URL('../codecs/CODECS.md', import.meta.url), 'utf8');
  expect(text).toContain(`with \`top-k\` ${topK}, with \`sparse-loco\` ${sparse}.`);
  expect(text).toContain(`With the headers of frames it is ${topKFrames} and ${sparseFrames}:`);
});
