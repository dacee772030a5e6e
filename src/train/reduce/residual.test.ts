// E21: what a codec drops comes back in the next contribution, whatever happens between.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { codecOf } from '../../codecs/registry';
import { codecKinds, codecNamed, isGathered } from '../../codecs/setting';
import { SumRing } from '../../collectives/testing/sum-ring';
import { topologies, type SumPath } from '../../collectives/topology';
import type { View } from '../../membership/view';
import type { RunState } from '../run/run-state';
import type { SyncName } from '../run/modes/sync-mode';
import { syncNamed } from '../run/sync';
import type { StepDecision } from '../decide/step-decision';
import { compressingOf, exponentFor } from './compressing';
import { Residual, type Contribution, type ContributionOptions } from './residual';

const length = 700;
const int8 = { kind: 'codec', codec: codecOf({ kind: 'int8' }), exponent: 0 } as const;
const optionsOf = (
  gradient: Float32Array,
  change: Partial<ContributionOptions> = {},
): ContributionOptions => ({
  ...{ gradient, compressing: int8, exampleCount: 8, terms: 4, limit: undefined },
  ...change,
});
const values = (seed: number): Float32Array => {
  const random = prng('residual', seed);
  return Float32Array.from({ length }, () => random.normal());
};
/** Finishes a step as if its sums had dropped these values, in mean units. */
function stepped(contribution: Contribution, dropped: Float32Array): void {
  expect(contribution.prepare(0, length)).toBe('none');
  contribution.dropped?.set(dropped);
  contribution.finish();
}

test('without a residual the gradient itself is sent, and nothing is copied', () => {
  const gradient = values(1);
  const { local, dropped } = new Residual().contribute(optionsOf(gradient, { compressing: undefined }));
  expect(local).toBe(gradient);
  expect(dropped).toBeUndefined();
});

test('a step’s losses are added to the next one, in units of the mean', () => {
  const residual = new Residual();
  const lost = values(2);
  stepped(residual.contribute(optionsOf(values(1))), lost);
  const gradient = values(3);
  const next = residual.contribute(optionsOf(gradient, { exampleCount: 32 }));
  expect(next.prepare(0, length)).toBe('none');
  for (let i = 0; i < length; i++) expect(next.local[i]).toBeCloseTo(gradient[i] + lost[i] * 32, 4);
  expect(gradient).toEqual(values(3));
});

test('E21: SparseLoCo’s residual decays, with local steps alone; a whole sum of f32 takes all of it', () => {
  const decision = { plan: { buckets: { codec: codecNamed('sparse-loco') } }, totalCount: 8 } as StepDecision;
  const compressing = (name: SyncName) =>
    compressingOf(
      { usualNorms: [], sync: syncNamed(name, 4) } as unknown as RunState,
      decision,
      2,
      undefined,
    );
  expect(compressing('every-step')).toMatchObject({ decay: 1 });
  expect(compressing('sparse-loco')).toMatchObject({ decay: 0.95 });
  const residual = new Residual();
  const lost = values(2);
  stepped(residual.contribute(optionsOf(values(1))), lost);
  const gradient = values(3);
  for (const [by, part] of [
    [compressing('sparse-loco'), 0.95],
    [undefined, 1],
  ] as const) {
    // prettier-ignore
    const next = residual.contribute(optionsOf(gradient, { compressing: by }));
    expect(next.prepare(0, length)).toBe('none');
    for (let i = 0; i < length; i++) expect(next.local[i]).toBeCloseTo(gradient[i] + 8 * part * lost[i], 4);
  }
});

// The gradients that an adversary chooses, all of length 1: the longer the residual, the nearer to the bound.
const unit = (gradient: Float32Array): Float32Array => {
  const norm = Math.hypot(...gradient);
  return norm > 0 ? gradient.map((value) => value / norm) : gradient.fill(1 / Math.sqrt(gradient.length));
};
const adversaries = {
  'the same flat one': (size: number) => unit(new Float32Array(size).fill(1)),
  'along the residual': (_: number, held: Float32Array) => unit(held.slice()),
  'on the smallest of the residual': (_: number, held: Float32Array) => {
    const most = held.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return unit(held.map((value) => (value < 0 ? -1 : 1) * (most - Math.abs(value))));
  },
  'at random': (size: number, _: Float32Array, step: number) => {
    const random = prng('adversary', step);
    return unit(Float32Array.from({ length: size }, () => random.normal() ** 3));
  },
  'one element': (size: number, _: Float32Array, step: number) =>
    new Float32Array(size).fill(1, step % size, (step % size) + 1),
};

// `keeps`: the part of ‖v‖² that the codec sends at least.
const sparseBounds = [
  { rule: 'E21a: top-k', setting: { kind: 'top-k', share: 1 / 64 }, size: 4096, keeps: 1 / 64 - 2 ** -22, decay: 1 },
  { rule: 'E21a: top-k', setting: { kind: 'top-k', share: 1 / 16 }, size: 4352, keeps: 1 / 16 - 2 ** -22, decay: 1 },
  // k = 64 of 4,096: 1/k and k/b are equal. k = 123 of 4,096: 1/k is less. k = 3 of a rest of 256: k/b is less.
  { rule: 'E21b: sparse-loco', setting: { kind: 'sparse-loco', share: 1 / 64 }, size: 4096, keeps: 0.96 / 64, decay: 0.95 },
  { rule: 'E21b: sparse-loco', setting: { kind: 'sparse-loco', share: 1 / 64 }, size: 4096, keeps: 0.96 / 64, decay: 1 },
  { rule: 'E21b: sparse-loco', setting: { kind: 'sparse-loco', share: 0.03 }, size: 4096, keeps: 0.96 / 123, decay: 0.95 },
  { rule: 'E21b: sparse-loco', setting: { kind: 'sparse-loco', share: 0.01 }, size: 4096 + 256, keeps: (0.96 * 41) / 4096, decay: 0.95 },
] as const; // prettier-ignore

const adversarial = sparseBounds.flatMap((codec) =>
  (Object.keys(adversaries) as (keyof typeof adversaries)[]).map((name) => ({ ...codec, name })),
);

test.each(adversarial)(
  '$rule, $setting.share, decay $decay: a residual stays below its bound, whatever the gradients: $name',
  ({ setting, size, keeps, decay, name }) => {
    const codec = codecOf(setting);
    // The scale, its product, the difference and its quotient are each rounded.
    const c = Math.sqrt(1 - keeps) + 2 ** -22;
    const bound = c / (1 - decay * c);
    const bytes = new Uint8Array(codec.encodedBytes(size));
    const decoded = new Float32Array(size);
    const residual = new Residual();
    let held = new Float32Array(size);
    let [norm, longest] = [0, 0];
    for (let step = 0; step < (decay < 1 ? 40 : 150); step++) {
      // All of Σn is its own, so that γ is the length of its gradient.
      const gradient = adversaries[name](size, held, step).map((value) => 8 * value);
      const compressing = { kind: 'codec', codec, exponent: 0, decay } as const;
      const part = residual.contribute(optionsOf(gradient, { compressing, exampleCount: 8, terms: 8 }));
      expect(part.prepare(0, size)).toBe('none');
      expect(codec.encode(part.local, 0, bytes).ok).toBe(true);
      expect(codec.decode(bytes, 0, decoded).ok).toBe(true);
      held = part.local.map((value, i) => (value - decoded[i]) / 8);
      part.dropped!.set(held); // in mean units
      part.finish();
      expect(residual.norm).toBeCloseTo(Math.hypot(...held), 4);
      // Each step’s bound by itself: the first flat gradient reaches it.
      expect(residual.norm, `step ${step}`).toBeLessThan(c * (decay * norm + 1) * (1 + 1e-6));
      norm = residual.norm;
      longest = Math.max(longest, norm);
      expect(longest, `step ${step}`).toBeLessThan(bound);
    }
    if (name === 'the same flat one') expect(longest).toBeGreaterThan(bound / 4);
  },
);

test('E21b: blocks of few large values and many equal ones lose at most what the rule allows', () => {
  const codec = codecOf({ kind: 'sparse-loco', share: 1 / 64 });
  const size = 4096;
  const decoded = new Float32Array(size);
  let most = 0;
  for (const large of [0, 1, 2, 8, 26, 32, 63, 64])
    for (const ratio of [1, 1.25, 1.5, 2, 8, 64, 1e6]) {
      const block = unit(new Float32Array(size).fill(1).fill(ratio, 0, large));
      const bytes = new Uint8Array(codec.encodedBytes(size));
      expect(codec.encode(block, 0, bytes).ok).toBe(true);
      expect(codec.decode(bytes, 0, decoded).ok).toBe(true);
      most = Math.max(most, Math.hypot(...block.map((value, i) => value - decoded[i])));
    }
  expect(most).toBeLessThan(Math.sqrt(1 - 0.96 / 64) + 2 ** -22);
  expect(most).toBeGreaterThan(1 - 0.04); // the bound is not idle
});

// The shares of the limit: just within the sender's own half of it, where a residual has no room; and shorter, where it
// grows.
test.each([0.499, 0.2, 0.05])(
  'E21b, S11e: under the limit of outliers a residual has a bound without a history: gradients of %d of it, and poison',
  (part) => {
    const codec = codecOf({ kind: 'sparse-loco', share: 1 / 64 });
    const [size, terms, exampleCount, limit] = [4096, 4, 8, 1];
    const c = Math.sqrt(1 - 0.96 / 64) + 2 ** -22;
    const most = c * (limit / 2) * (terms / exampleCount);
    const compressing = { kind: 'codec', codec, exponent: 0, decay: 0.95 } as const;
    const residual = new Residual();
    const decoded = new Float32Array(size);
    const bytes = new Uint8Array(codec.encodedBytes(size));
    const random = prng('poison limits');
    let refused = 0;
    let longest = 0;
    for (let step = 0; step < 20; step++) {
      const isPoison = step % 5 === 4;
      const direction = unit(Float32Array.from({ length: size }, () => 1 + 0.1 * random.normal()));
      const gradient = direction.map((value) => (isPoison ? 1000 : part) * limit * terms * value);
      const before = residual.norm;
      const sent = residual.contribute(optionsOf(gradient, { compressing, exampleCount, terms, limit }));
      expect(sent.prepare(0, size)).toBe(isPoison ? 'outlier' : 'none');
      if (isPoison) {
        refused++;
        expect(residual.norm).toBe(before);
        continue;
      }
      expect(codec.encode(sent.local, 0, bytes).ok).toBe(true);
      expect(codec.decode(bytes, 0, decoded).ok).toBe(true);
      sent.dropped!.set(sent.local.map((value, i) => (value - decoded[i]) / exampleCount));
      sent.finish();
      longest = Math.max(longest, residual.norm);
      expect(longest, `step ${step}`).toBeLessThan(most * (1 + 1e-6));
    }
    expect(refused).toBe(4);
    expect(longest / most).toBeGreaterThan(part < 0.1 ? 0.5 : 0.7);
  },
);

test('S3: an attempt that fails changes nothing, and the retry sends the same', () => {
  const residual = new Residual();
  stepped(residual.contribute(optionsOf(values(1))), values(2));
  const failed = residual.contribute(optionsOf(values(3)));
  failed.prepare(0, length);
  const sent = failed.local.slice();
  failed.dropped!.fill(9);
  const retry = residual.contribute(optionsOf(values(3)));
  retry.prepare(0, length);
  expect(retry.local).toEqual(sent);
});

test('a replica that contributes nothing sends zeros, and keeps its residual and what it drops of others', () => {
  const residual = new Residual();
  stepped(residual.contribute(optionsOf(values(1))), new Float32Array(length).fill(1));
  const silent = residual.contribute(optionsOf(new Float32Array(length), { terms: 0 }));
  expect(silent.prepare(0, length)).toBe('none');
  expect(silent.local.every((value) => value === 0)).toBe(true);
  silent.dropped!.fill(2);
  silent.finish();
  expect(residual.norm).toBeCloseTo(3 * Math.sqrt(length), 3);
});

test('E21, E27: a fragment’s losses replace its residual, or join it, and the rest waits, bit for bit', () => {
  const spans = [
    { start: 3, end: 10 },
    { start: 100, end: 617 },
  ];
  const isSummed = (i: number): boolean => spans.some(({ start, end }) => i >= start && i < end);
  const held = values(2);
  const lost = values(4);
  const heldAfter = (terms: number, compressing: ContributionOptions['compressing']): Float32Array => {
    const residual = new Residual();
    stepped(residual.contribute(optionsOf(values(1))), held);
    const part = residual.contribute(optionsOf(values(3), { terms, compressing, fragment: spans }));
    part.dropped?.set(lost);
    part.finish();
    const zeros = optionsOf(new Float32Array(length), { exampleCount: 1, compressing: undefined });
    const read = residual.contribute(zeros);
    read.prepare(0, length);
    return read.local;
  };
  const { fround } = Math;
  expect(heldAfter(4, int8)).toEqual(held.map((x, i) => (isSummed(i) ? lost[i] : x)));
  expect(heldAfter(0, int8)).toEqual(held.map((x, i) => (isSummed(i) ? fround(lost[i] + x) : x)));
  expect(heldAfter(4, undefined)).toEqual(held.map((x, i) => (isSummed(i) ? 0 : x)));
  expect(heldAfter(0, undefined)).toEqual(held);
});

test('when the sums travel as f32 again, the residual goes into the first one whole', () => {
  const residual = new Residual();
  stepped(residual.contribute(optionsOf(values(1))), new Float32Array(length).fill(1));
  const plain = residual.contribute(optionsOf(values(2), { compressing: undefined }));
  plain.prepare(0, length);
  plain.finish();
  for (let i = 0; i < length; i++) expect(plain.local[i]).toBeCloseTo(values(2)[i] + 8, 4);
  expect(residual.norm).toBe(0);
  const gradient = values(3);
  expect(residual.contribute(optionsOf(gradient)).local).toBe(gradient);
});

test('S11, S11e: a residual that makes a fit gradient unfit is left out; an unfit gradient is withheld', () => {
  const residual = new Residual();
  stepped(residual.contribute(optionsOf(values(1))), new Float32Array(length).fill(1e6));
  const gradient = values(2);
  const next = residual.contribute(optionsOf(gradient, { limit: 1_000 }));
  expect(next.prepare(0, length)).toBe('none');
  expect(next.local).toEqual(gradient);
  const long = new Float32Array(length).fill(1_000);
  expect(new Residual().contribute(optionsOf(long, { limit: 1_000 })).prepare(0, length)).toBe('outlier');
  long[5] = 2 ** 121;
  expect(new Residual().contribute(optionsOf(long)).prepare(0, length)).toBe('overflow');
});

test('a residual of another length, as of another run, is forgotten', () => {
  const residual = new Residual();
  stepped(residual.contribute(optionsOf(values(1))), values(2));
  const other = new Float32Array(3);
  expect(residual.contribute(optionsOf(other)).local).toBe(other);
  expect(residual.norm).toBe(0);
});

test.each([
  [0, 0],
  [NaN, 0],
  [1, -8],
  [1.99, -8],
  [2, -7],
  [0.75, -9],
  [2 ** 127, 111],
  [2 ** -140, -111],
])('E22: a sum of length %d has exponent %i', (sum, exponent) => {
  expect(exponentFor(sum)).toBe(exponent);
});

async function sumOf(view: View, path: SumPath, parts: readonly Contribution[]): Promise<Float32Array> {
  const { compressing } = parts[0].options;
  const { codec, exponent } = compressing?.kind === 'codec' ? compressing : { codec: undefined, exponent: 0 };
  const contributors = view.members.filter((_, rank) => parts[rank].options.terms > 0);
  const locals = parts.map(({ local }) => local);
  const { unit } = parts[0];
  const ring = new SumRing({ view, path, codec, exponent, unit, parts: locals, contributors, seed: 7 });
  await ring.finish();
  ring.members.forEach(({ dropped }, rank) => parts[rank].dropped?.set(dropped));
  return ring.members[0].result;
}

const cases = codecKinds.flatMap((kind) => {
  return (isGathered(codecNamed(kind)) ? (['gathered'] as const) : topologies).map(
    (path) => [kind, path] as const,
  );
});

test.each(cases)(
  '%s, %s: over 20 steps the sums are the gradients, less the residuals left',
  async (kind, path) => {
    const size = 4;
    const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
    const view: View = { lineage: '00c0ffee', generation: 3, members, ring: [2, 0, 3, 1] };
    const residuals = members.map(() => new Residual());
    const setting = codecNamed(kind);
    const random = prng('feedback', path, kind);
    const gradients = new Float64Array(length); // Σ of the mean gradients
    const summed = new Float64Array(length);
    let magnitude = 0;
    for (let step = 0; step < 20; step++) {
      const exampleCount = 8 * (1 + random.below(4));
      const encoding = { kind: 'codec', codec: codecOf(setting), exponent: -4 } as const;
      const compressing = kind === 'f32' ? undefined : encoding;
      const parts = residuals.map((residual, rank) => {
        const isSilent = step % 5 === rank;
        const gradient = Float32Array.from({ length }, () => (isSilent ? 0 : random.normal()));
        for (let i = 0; i < length; i++) gradients[i] += gradient[i] / exampleCount;
        const options = { compressing, exampleCount, terms: isSilent ? 0 : 2 };
        const part = residual.contribute(optionsOf(gradient, options));
        expect(part.prepare(0, length)).toBe('none');
        return part;
      });
      const sum = await sumOf(view, path, parts);
      for (let i = 0; i < length; i++) {
        summed[i] += sum[i] / exampleCount;
        magnitude = Math.max(magnitude, Math.abs(sum[i] / exampleCount));
      }
      for (const part of parts) part.finish();
    }
    // What is left: a contribution of zeros and the whole residuals, as f32.
    const rest = residuals.map((residual) => {
      const part = residual.contribute(optionsOf(new Float32Array(length), { compressing: undefined, exampleCount: 1 })); // prettier-ignore
      part.prepare(0, length);
      return part.local;
    });
    let off = 0;
    for (let i = 0; i < length; i++) {
      const left = rest.reduce((sum, local) => sum + local[i], 0);
      off = Math.max(off, Math.abs(summed[i] + left - gradients[i]));
      magnitude = Math.max(magnitude, ...rest.map((local) => Math.abs(local[i])));
    }
    // 20 steps of some ten roundings each, of values up to this magnitude at each member.
    expect(off).toBeLessThan(20 * 10 * size * magnitude * 2 ** -24);
  },
);
