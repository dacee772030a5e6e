// E0, E6: a run that was saved while it trained and goes on from the file equals the run that never stopped, bit for bit:
// every loss, and in the end every parameter and every optimizer value.
import { inEnglish } from '../../cli/english/in-english';
import { afterEach, expect, test } from 'vitest';
import { yieldToLoop } from '../../base/yield-to-loop';
import { endOf } from '../../model/engine';
import { compile } from '../../model/plan/plan';
import { layersPreset, linearPreset, mlpPreset, residualLayers } from '../../model/presets';
import { rootDigest } from '../../optim/state/digest';
import type { RunConfig } from '../run/run-config';
import { TestRing, testConfig, type TestReplica } from '../testing/real-ring';
import { readCheckpoint, type ReadCheckpoint } from './read-checkpoint';
import { around } from './testing/held-state';
import { checkpointFile } from './write-checkpoint';

const rings: TestRing[] = [];
afterEach(async () => {
  for (const ring of rings.splice(0)) await ring.end();
});

/** A ring of so many replicas, in its lobby. */
async function ringOf(size: number, config: RunConfig): Promise<TestRing> {
  const ring = new TestRing(config);
  rings.push(ring);
  for (let i = 0; i < size; i++) ring.add();
  await ring.until('a ring with parameters', () =>
    ring.replicas.every(({ member }) => {
      const { membership, phase, replica } = member;
      return membership.view?.members.length === size && phase.kind === 'lobby' && replica.held?.state.initialized; // prettier-ignore
    }),
  );
  return ring;
}

function tensorsDigest({ member }: TestReplica): string {
  const { tensors, hashes } = member.replica.held!;
  return rootDigest(tensors, hashes);
}

function lossesOf({ steps }: TestReplica): readonly [number, number][] {
  return steps.map(({ step, loss }) => [step, loss]);
}

/** The file of the state after step `at`, written in pieces while the ring trains on to its end. */
async function savedWhileTraining(ring: TestRing, at: number, steps: number): Promise<ReadCheckpoint> {
  const [first] = ring.replicas;
  const saving: Promise<Blob>[] = [];
  let stepAfter = 0;
  first.member.on('step', ({ step }) => {
    if (step !== at) return;
    const { replica } = first.member;
    saving.push(
      replica.whileKept(replica.held!, (held) =>
        checkpointFile(held, around, async () => {
          // Two steps pass between two pieces, so that the held tensors are reused meanwhile if nothing keeps them.
          const until = (stepAfter = Math.min(steps, Math.max(stepAfter, at) + 2));
          while ((first.steps.at(-1)?.step ?? 0) < until) await yieldToLoop();
        }),
      ),
    );
  });
  ring.submit({ kind: 'start' });
  await ring.until('the last step', () => ring.replicas.every((one) => one.steps.length === steps));
  const read = await readCheckpoint(await saving[0]);
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  return read.value;
}

async function resumed(
  ring: TestRing,
  bringer: TestReplica,
  { held }: ReadCheckpoint,
  steps: number,
): Promise<void> {
  bringer.member.replica.savedRun = held;
  const { state, digest } = held;
  ring.submit({ kind: 'resume', config: { ...state.config, steps }, member: bringer.id, digest });
  await ring.until(
    'the saved run',
    () =>
    ring.replicas.every(({ member }) => member.phase.kind === 'paused' && member.replica.held!.state.step === state.step), // prettier-ignore
  );
  ring.submit({ kind: 'start' });
  await ring.until('the last step', () => ring.replicas.every((one) => one.steps.at(-1)?.step === steps));
}

const momentum = { kind: 'momentum', momentum: 0.9, nesterov: true } as const;

const adapters = { rank: 2, alpha: 4, weights: ['layers.0.weight', 'layers.1.weight'] };
const frozen = endOf(compile({ ...testConfig.model, adapters }, 1).base);
const base = { root: 'b'.repeat(64), bytes: 2 * frozen };
const frozenModel = { ...testConfig.model, frozenLayers: 1 };
const homes = { kind: 'homes', examples: 300, noise: 0.1 } as const;
const byHand = layersPreset([28, 28], 10, [
  { kind: 'average-pool', size: 4 },
  ...residualLayers({ widths: [4, 8], blocks: 1, groups: 4 }),
  { kind: 'dropout', rate: 0.2 },
]);

test.each([
  ['adapters', { model: { ...testConfig.model, adapters }, base }],
  [
    'frozen layers',
    { model: frozenModel, base: { ...base, bytes: 4 * endOf(compile(frozenModel, 1).base) } },
  ],
  ['amounts', { data: homes, model: { ...mlpPreset([2], 1, [12], 'tanh'), loss: 'huber' as const } }],
  [
    'a model made layer by layer',
    {
      data: { kind: 'digits', examples: 100 } as const,
      validationExamples: 20,
      model: byHand,
    },
  ],
  [
    'altered examples',
    {
      data: { kind: 'digits', examples: 100 } as const,
      validationExamples: 20,
      model: linearPreset([28, 28], 10),
      augment: { shift: 3, flip: false, brightness: 0.2 },
    },
  ],
])('%s: what was saved goes on bit for bit', async (_, change) => {
  const config: RunConfig = { ...testConfig, ...change, steps: 8, evaluateEvery: 0 };
  const whole = await ringOf(1, config);
  const saved = await savedWhileTraining(whole, 4, 8);
  expect(saved.held.state.config).toEqual(config);
  const fresh = await ringOf(1, { ...config, seed: 99 });
  await resumed(fresh, fresh.replicas[0], saved, 8);
  expect(lossesOf(fresh.replicas[0])).toEqual(lossesOf(whole.replicas[0]).slice(4));
  expect(tensorsDigest(fresh.replicas[0])).toBe(tensorsDigest(whole.replicas[0]));
});

test.each([
  ['AdamW, cosine', { schedule: { kind: 'cosine', warmupSteps: 3, finalFraction: 0.1 } }],
  ['momentum, clipped', { optimizer: momentum, clipNorm: 0.5 }],
] as const)('one replica, %s: 10 steps, a file, a fresh ring, 10 more', async (_, change) => {
  const config: RunConfig = { ...testConfig, ...change, steps: 20, evaluateEvery: 0 };
  const whole = await ringOf(1, config);
  const saved = await savedWhileTraining(whole, 10, 20);
  expect(saved.held.state.step).toBe(10);
  const [uninterrupted] = whole.replicas;
  // The ring's own run is another one, with other parameters.
  const fresh = await ringOf(1, { ...config, seed: 99 });
  const [again] = fresh.replicas;
  await resumed(fresh, again, saved, 20);
  expect(lossesOf(again)).toEqual(lossesOf(uninterrupted).slice(10));
  expect(tensorsDigest(again)).toBe(tensorsDigest(uninterrupted));
  const { cursor, examples, redo } = again.member.replica.held!.state;
  expect({ cursor, examples, redo }).toEqual({ cursor: 160, examples: 160, redo: [] });
});

test.each([
  ['whole parts', {}],
  ['bounded parts (E30)', { boundedParts: true }],
] as const)(
  'two replicas, %s: the second brings the file, the first takes it over by catching up',
  async (_, change) => {
    const buckets = { ...testConfig.buckets, ...change };
    const config: RunConfig = { ...testConfig, buckets, steps: 12, evaluateEvery: 0 };
    const whole = await ringOf(2, config);
    const saved = await savedWhileTraining(whole, 6, 12);
    const [uninterrupted] = whole.replicas;
    const fresh = await ringOf(2, config);
    await resumed(fresh, fresh.replicas[1], saved, 12);
    for (const replica of fresh.replicas) {
      expect(lossesOf(replica)).toEqual(lossesOf(uninterrupted).slice(6));
      expect(tensorsDigest(replica)).toBe(tensorsDigest(uninterrupted));
    }
  },
);

test('the redo list goes on: the resumed run begins with the positions that no sum has', async () => {
  const config: RunConfig = { ...testConfig, steps: 12, evaluateEvery: 0 };
  const whole = await ringOf(1, config);
  const { held, ...facts } = await savedWhileTraining(whole, 4, 12);
  // The redo list is as after the death of a member that had planned examples 8 to 15.
  const state = { ...held.state, redo: [[8, 8]] as const, plan: null };
  const fresh = await ringOf(1, config);
  await resumed(fresh, fresh.replicas[0], { ...facts, held: { ...held, state } }, 5);
  const after = fresh.replicas[0].member.replica.held!.state;
  expect([after.redo, after.cursor]).toEqual([[], held.state.cursor]);
});
