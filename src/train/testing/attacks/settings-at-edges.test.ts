// F6: configurations and commands whose numbers are at the ends of what the schema accepts, alone and in pairs. A ring of two
// trains with each, pauses or diverges; a member may fail by a named error, never by a bug. What the schema refuses, it
// refuses with a sentence.
import { inEnglish } from '../../../cli/english/in-english';
import { expect, test } from 'vitest';
import { isEveryCase } from '../../../base/testing/every-case';
import * as v from 'valibot';
import { prng, type Prng } from '../../../base/prng';
import { compressionKinds, compressionNamed } from '../../../codecs/setting';
import { topologies } from '../../../collectives/topology';
import { hostCommand, type HostCommand } from '../../commands/host-command';
import { parseRunConfig, type RunConfig } from '../../run/run-config';
import { testConfig } from '../real-ring';
import { SimulatedRing } from '../simulated-ring';

const seed = 3_606;
/** Tests compute on one thread. */
const small: RunConfig = { ...testConfig, steps: 1e6, evaluateEvery: 0, validationExamples: 60 };

const numbers = [
  ...[0, -0, 1, 2, -1, 0.5, 1e-30, 1e-20, 1e-12, 1e-6, 5e-324, 1e-300, 0.9999999, 1 - 2 ** -53, 1.5],
  ...[10, 20, 64, 300, 1e3, 4095, 4096, 65_535, 65_536, 1e6, 2 ** 24, 2 ** 30, 0xffffffff, 2 ** 32],
  ...[Number.MAX_SAFE_INTEGER, 2 ** 53, 1e20, 1e300, Number.MAX_VALUE, Infinity, NaN],
];
const optimizers: readonly Record<string, unknown>[] = [
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: true },
  { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
  { kind: 'lars', momentum: 0.9, weightDecay: 0, trustCoefficient: 0.01, epsilon: 1e-9 },
  { kind: 'lamb', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
];
const outers: readonly Record<string, unknown>[] = [
  { kind: 'average' },
  { kind: 'nesterov', learningRate: 0.7, momentum: 0.9 },
];

type Draw = <T>(from: readonly T[]) => T;
type Fields = Record<string, unknown>;

function syncDrawn(draw: Draw): Fields {
  const innerSteps = draw([1, 2, 6]);
  return draw<Fields>([
    { kind: 'every-step' },
    { kind: 'local', innerSteps, outer: draw(outers) },
    {
      ...{
        kind: 'streaming',
        innerSteps,
        fragments: draw([1, 2, 3]),
        pattern: draw(['sequential', 'strided']),
      },
      ...{ delay: draw([0, 1, 2]), mixing: draw([0, 0.5, 1]), outer: draw(outers) },
    },
  ]);
}

function bucketsDrawn(draw: Draw): Fields {
  return {
    ...{ mode: draw(['per-tensor', 'bucketed', 'measured', 'single']), topology: draw(topologies) },
    ...{ codec: compressionNamed(draw(compressionKinds)), overlap: draw([true, false]) },
    ...{ firstBytes: draw([4096, 1 << 30]), capBytes: draw([4096, 1 << 30]) },
    ...draw<Fields>([{}, { gatherBytes: draw([0, 1, 4096, 61_440]) }]),
    ...draw<Fields>([{}, { boundedParts: true }]),
  };
}

/** Puts extreme numbers in place of one or two of the numbers that the value holds. */
function atEdges<T>(value: T, random: Prng): T {
  const changed = structuredClone(value);
  for (let left = 1 + random.below(2); left > 0; left--) {
    const places: [Fields, string][] = [];
    const look = (fields: Fields): void => {
      for (const [name, inner] of Object.entries(fields)) {
        if (typeof inner === 'number') places.push([fields, name]);
        else if (typeof inner === 'object' && inner !== null) look(inner as Fields);
      }
    };
    look(changed as Fields);
    if (places.length === 0) break;
    const [fields, name] = places[random.below(places.length)];
    fields[name] = numbers[random.below(numbers.length)];
  }
  return changed;
}

/** What a test on one thread can compute in its time. */
function isQuick({ localBatch, globalBatch, data, sync, validationExamples }: RunConfig): boolean {
  const inner = sync.kind === 'every-step' ? 1 : sync.innerSteps;
  return (
    Math.max(localBatch, globalBatch) * inner <= 200 && data.examples <= 4_100 && validationExamples <= 4_096
  );
}

function expectNoBug(ring: SimulatedRing, what: string): void {
  for (const { member } of ring.replicas)
    if (member.phase.kind === 'failed')
      expect(member.phase.error.code, `${what}: ${inEnglish(member.phase.error.says)}`).not.toBe('bug');
  expect(ring.violations, what).toEqual([]);
}

test('F6: a ring of two with configurations at the ends of their bounds', { timeout: 120_000 }, async () => {
  const random = prng('configurations', seed);
  const draw: Draw = (from) => from[random.below(from.length)];
  const ends = { refused: 0, trained: 0, stood: 0 };
  for (let number = 0; number < (isEveryCase ? 400 : 200); number++) {
    const drawn = atEdges(
      {
        ...small,
        ...{ optimizer: draw(optimizers), sync: syncDrawn(draw), buckets: bucketsDrawn(draw) },
        ...{
          batchMode: draw(['grow', 'fixed']),
          shards: draw(['equal', 'measured']),
          clipNorm: draw([0, 1e-6, 1e6]),
        },
        ...{
          precision: draw(['f32', 'mixed']),
          checkpoints: draw([true, false]),
          evaluateEvery: draw([0, 1]),
        },
        scaling: { rule: draw(['none', 'linear', 'sqrt']), referenceBatch: 32, rewarmSteps: 5 },
        schedule: {
          kind: draw(['constant', 'linear', 'cosine']),
          warmupSteps: draw([0, 3]),
          finalFraction: 0.1,
        },
      },
      random,
    );
    const what = `seed ${seed}, draw ${number}: ${JSON.stringify(drawn)}`;
    const parsed = parseRunConfig(JSON.parse(JSON.stringify(drawn)));
    if (!parsed.ok) {
      expect(inEnglish(parsed.error.says).length, what).toBeGreaterThan(5);
      ends.refused++;
      continue;
    }
    if (!isQuick(parsed.value)) continue;
    if (ends.trained + ends.stood >= 25) continue; // the rest is only parsed
    const ring = new SimulatedRing({ seed: number, config: parsed.value, computeMs: () => 500 });
    try {
      for (let one = 0; one < 2; one++) ring.add();
      await ring.formed(2);
      ring.submit({ kind: 'start' });
      await ring.runFor(2_000);
    } catch (error) {
      throw new Error(what, { cause: error });
    }
    expectNoBug(ring, what);
    if (ring.replicas[0].steps.length > 0) ends.trained++;
    else ends.stood++;
    await ring.end();
  }
  console.info(`seed ${seed}: ${JSON.stringify(ends)}`);
  expect(ends.trained).toBeGreaterThan(15);
});

function commandDrawn(draw: Draw, random: Prng, peer: string): unknown {
  const edge = { bitsPerSecond: 1e7, delayMs: 400, jitterMs: 200, loss: 0.2 };
  const fast = { bitsPerSecond: 1e10, delayMs: 0, jitterMs: 0, loss: 0 };
  const plain = draw<Fields>([
    { kind: 'set-learning-rate', learningRate: 0.1 },
    { kind: 'set-buckets', buckets: bucketsDrawn(draw) },
    { kind: 'set-sync', sync: syncDrawn(draw) },
    {
      kind: 'set-batch',
      batch: { batchMode: draw(['grow', 'fixed']), globalBatch: 32, shards: draw(['equal', 'measured']) },
    },
    { kind: 'set-network', network: { everyEdge: draw([null, fast, edge]), edges: [] } },
    { kind: 'step' },
    { kind: 'pause' },
    { kind: 'trust-claim', peer, examples: 100 },
    { kind: 'go-on-with', lineage: '01234567', generation: 3, peers: [peer] },
    { kind: 'poison', peer, how: draw(['nan', 'outlier']), at: 'gradient' },
    {
      kind: 'configure',
      config: { ...small, optimizer: draw(optimizers), sync: syncDrawn(draw), buckets: bucketsDrawn(draw) },
    },
    { kind: 'resume', config: small, member: draw([peer, '0123456789abcdef']), digest: '0123456789abcdef' },
  ]);
  return atEdges(plain, random);
}

test('F6: commands at the ends of their bounds, one after the other', { timeout: 120_000 }, async () => {
  const random = prng('commands', seed);
  const draw: Draw = (from) => from[random.below(from.length)];
  const ring = new SimulatedRing({ seed, config: small, computeMs: () => 500 });
  const [first] = [ring.add(), ring.add()];
  await ring.formed(2);
  let given = 0;
  for (let number = 0; number < 180; number++) {
    const drawn = commandDrawn(draw, random, first.id);
    const what = `seed ${seed}, draw ${number}: ${JSON.stringify(drawn)}`;
    const parsed = v.safeParse(hostCommand, JSON.parse(JSON.stringify(drawn)));
    if (!parsed.success) {
      expect(parsed.issues[0].message.length, what).toBeGreaterThan(5);
      continue;
    }
    const command: HostCommand = parsed.output;
    if ('config' in command && !isQuick(command.config)) continue;
    if (command.kind === 'set-batch' && command.batch.globalBatch > 64) continue;
    given++;
    const { status } = first.member.trainer.state ?? {};
    try {
      if (status === 'diverged' || status === 'finished')
        ring.submit({ kind: 'configure', config: small }, first);
      ring.submit(command, first);
      ring.submit({ kind: 'start' }, first);
      await ring.runFor(1_100);
    } catch (error) {
      throw new Error(what, { cause: error });
    }
    expectNoBug(ring, what);
    expect(ring.living.length, what).toBe(2);
  }
  // A new run trains after all of this.
  const before = first.steps.length;
  ring.submit({ kind: 'set-network', network: { everyEdge: null, edges: [] } }, first);
  ring.submit({ kind: 'configure', config: small }, first);
  ring.submit({ kind: 'start' }, first);
  await ring.until('10 steps', () => first.steps.length >= before + 10);
  console.info(`seed ${seed}: ${given} commands, ${first.steps.length} steps`);
  expectNoBug(ring, 'in the end');
  await ring.end();
});

const layers: readonly Fields[] = [
  { kind: 'dense', units: 16, activation: 'tanh' },
  { kind: 'dense', units: 16, activation: 'none', deviation: 0.5 },
  { kind: 'conv2d', filters: 4, size: [3, 3], stride: [1, 1], padding: 'same', activation: 'relu' },
  { kind: 'max-pool', size: [2, 2], stride: [2, 2] },
  { kind: 'average-pool', size: [2, 2], stride: [2, 2] },
  { kind: 'average-pool', size: 'all' },
  { kind: 'group-norm', groups: 2 },
  { kind: 'layer-norm' },
  { kind: 'dropout', rate: 0.5 },
  { kind: 'embedding', vocabulary: 64, channels: 8 },
  { kind: 'attention', heads: 2 },
  { kind: 'tied-head' },
];

test('F6: models and data at the ends of their bounds are accepted or refused with a sentence, at once', () => {
  const random = prng('models', seed);
  const draw: Draw = (from) => from[random.below(from.length)];
  let accepted = 0;
  for (let number = 0; number < 2_000; number++) {
    const inputShape = draw([[2], [28, 28, 1], [64], [65_536, 65_536, 65_536, 65_536], [1, 1, 1]]);
    const data = draw<Fields>([
      { ...small.data },
      { kind: 'digits', examples: 1_000 },
      { kind: 'idx', name: 'a', sha256: 'ab'.repeat(32), examples: 1_000, inputShape, classes: 2 },
      { kind: 'stories', examples: 1_000, context: 64 },
      ...[100, 0xffffffff].map((characters) => ({
        ...{ kind: 'text', name: 'a', sha256: 'ab'.repeat(32), characters, examples: 1_000, context: 16 },
        ...{ vocabulary: 64 },
      })),
    ]);
    const middle = Array.from({ length: random.below(4) }, () => ({ ...draw(layers) }));
    const drawn = atEdges(
      {
        ...small,
        data,
        model: {
          ...small.model,
          inputShape,
          layers: [...middle, { kind: 'dense', units: 2, activation: 'none' }],
        },
      },
      random,
    );
    const what = `seed ${seed}, draw ${number}: ${JSON.stringify(drawn)}`;
    const beganMs = performance.now();
    try {
      const parsed = parseRunConfig(JSON.parse(JSON.stringify(drawn)));
      if (parsed.ok) accepted++;
      else expect(inEnglish(parsed.error.says).length, what).toBeGreaterThan(5);
    } catch (error) {
      throw new Error(what, { cause: error });
    }
    expect(performance.now() - beganMs, what).toBeLessThan(2_000);
  }
  console.info(`seed ${seed}: ${accepted} of 2,000 accepted`);
});
