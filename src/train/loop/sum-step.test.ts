// S2, S3, E1, E3: one attempt at a step, in a ring of one, against plain loops.
import { expect, test } from 'vitest';
import { drive } from '../../base/testing/drive-clock';
import type { Engine } from '../../model/engine';
import type { CatchUp } from '../catch-up/catch-up';
import { decide } from '../decide/decide';
import type { Header } from '../header/header';
import { beginCatchUp, leaveView } from '../participation/participation';
import { newRun, type RunState } from '../run/run-state';
import type { StepDecision } from '../decide/step-decision';
import { loopScene, planOf, sceneConfig } from '../testing/loop-scene';
import { ids } from '../testing/samples';
import { gather } from './gather';
import { prepare } from './prepare';
import { sumStep } from './sum-step';

type Scene = ReturnType<typeof loopScene>;

/** The first two phases of a round, and its decision. */
async function decided({ parts, view, abort, clock, replica }: Scene) {
  parts.headers.begin(view);
  await drive(clock, prepare(parts, abort.signal));
  const { header, commands } = await drive(clock, gather(parts, view, 0, abort.signal));
  const decision = decide(header, replica.followed, commands, { hasStepped: true });
  if (decision.kind !== 'step') throw new Error(decision.kind);
  return { header, decision };
}

const run = (scene: Scene, header: Header, decision: StepDecision): Promise<void> =>
  drive(scene.clock, sumStep(scene.parts, header, decision, scene.abort.signal));

test('E1, E3: plain SGD by the mean gradient of the shard is what it holds afterwards', async () => {
  const scene = loopScene();
  await scene.runs();
  const { replica, parts } = scene;
  const before = replica.held!;
  const { header, decision } = await decided(scene);
  const gradient = replica.device.gradient!;
  const { count } = await gradient.done;
  const sum = gradient.into.slice();
  await run(scene, header, decision);
  const { optimizer } = sceneConfig;
  expect(optimizer).toMatchObject({ kind: 'sgd' });
  const expected = before.tensors.parameters.map((w, i) =>
    Math.fround(w - decision.plan.learningRate * (sum[i] / count)),
  );
  const after = replica.held!;
  expect(after.tensors).not.toBe(before.tensors);
  for (const [i, value] of after.tensors.parameters.entries()) expect(value).toBeCloseTo(expected[i], 6);
  expect(after.state).toMatchObject({ step: 1, version: 6, examples: 4 });
  expect(replica.participation.stored!.tentative).toMatchObject({ digest: after.digest, effectiveBatch: 4 });
  expect(replica.device.gradient).toBeUndefined();
  expect(parts.local.last).toMatchObject({ step: 1, count: 4, waitedForRank: -1 });
  expect(parts.local.last.lossSum).toBeGreaterThan(0);
  expect(parts.local.validationPart).toEqual({ index: 0, count: 1 });
});

const nan = (engine: Engine): Engine => ({
  ...engine,
  gradient: async (batches, buckets, into, onBucket, options) => {
    const spoil = (index: number): void => {
      into[buckets[index].start] = NaN;
      onBucket(index);
    };
    return engine.gradient(batches, buckets, into, spoil, options);
  },
});

test('S3, S11: a gradient that is not finite is withheld; the state stays, and the next record says why', async () => {
  const scene = loopScene({ wrapEngine: nan });
  await scene.runs();
  const { replica } = scene;
  const { digest } = replica.held!;
  const state = replica.held!.state;
  scene.replica.device.beginGradient(state, replica.held!.tensors.parameters, scene.parts.headers);
  await replica.device.gradient!.done;
  const { header, decision } = { header: scene.headerOf({ contribution: 4 }), decision: stepOf(state) };
  await expect(run(scene, header, decision)).rejects.toThrow('non-finite');
  expect(replica.held!.digest).toBe(digest);
  expect(replica.device.gradient!.withheld).toBe('non-finite');
  expect(replica.device.gradient!.into.every((value) => value === 0)).toBe(true);
});

function stepOf(state: RunState): StepDecision {
  const plan = planOf(ids.slice(0, 1));
  const { cursor, redo, withheld, forgotten, rateHealth, usualNorms } = state;
  return {
    ...{
      kind: 'step',
      plan,
      next: null,
      contributions: { [ids[0]]: 4 },
      totalCount: 4,
      path: 'ring',
      reason: '',
    },
    stream: { cursor, redo, withheld, forgotten },
    rateHealth,
    usualNorms,
    best: state.best,
  };
}

test('S3: a view that ends during the sum changes nothing, and the gradient is kept for the retry', async () => {
  const scene = loopScene();
  await scene.runs();
  const { replica, abort, parts, clock } = scene;
  const { header, decision } = await decided(scene);
  const { digest } = replica.held!;
  const { gradient } = replica.device;
  abort.abort(new Error('generation 4'));
  await expect(drive(clock, sumStep(parts, header, decision, abort.signal))).rejects.toThrow('generation 4');
  expect(replica.held!.digest).toBe(digest);
  expect(replica.device.gradient).toBe(gradient);
  expect(parts.local.attempted).toMatchObject({ decision });
});

test('S6: a step that ends while the replica goes outside is kept, as stale', async () => {
  const scene = loopScene();
  await scene.runs();
  const { replica, parts, clock, abort } = scene;
  const { header, decision } = await decided(scene);
  const done = sumStep(parts, header, decision, abort.signal);
  await replica.device.gradient!.done;
  replica.become(leaveView(replica.participation));
  await drive(clock, done);
  expect(replica.participation.kind).toBe('outside');
  expect(replica.held!.state.step).toBe(1);
});

test('J1: a replica that catches up adds zeros and logs the sum', async () => {
  const scene = loopScene();
  await scene.runs();
  const { replica, parts } = scene;
  const state = { ...newRun(sceneConfig), version: 5, plan: planOf(scene.view.members) };
  const logged: unknown[] = [];
  const zeros = new Float32Array(replica.ready!.engine.parameterCount);
  const log = { state, stepped: (...entry: unknown[]) => void logged.push(...entry) };
  const catchUp = { log, zeros, logged: () => void logged.push('replay') } as unknown as CatchUp;
  replica.become(beginCatchUp(replica.participation, catchUp));
  const decision = stepOf(state);
  await run(scene, scene.headerOf({ status: 'catching-up', contribution: 0 }), decision);
  expect(logged[0]).toBe(decision);
  expect(logged[1]).toEqual(zeros);
  expect(logged[2]).toMatchObject({ worldSize: 1, effectiveBatch: 4, generation: 3 });
  expect(logged[3]).toBe('replay');
  expect(parts.local.last).toMatchObject({ step: 1, count: 0 });
});

test('a member without a gradient cannot take part', async () => {
  const scene = loopScene();
  await scene.runs({ status: 'paused' });
  const header = scene.headerOf();
  await expect(run(scene, header, stepOf(scene.replica.held!.state))).rejects.toThrow('no gradient');
});
