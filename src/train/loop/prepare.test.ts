// What a replica does before it says its record.
import { say } from '../../base/sayings';
import { expect, test } from 'vitest';
import { drive, macrotask } from '../../base/testing/drive-clock';
import type { Watched } from '../../model/check/engine-watch';
import { withCalls } from '../../model/with-calls';
import { createTrainState } from '../../optim/state/train-state';
import type { CatchUp, CatchUpResult } from '../catch-up/catch-up';
import type { FinishedStep } from '../commit/commits';
import { beginCatchUp, leaveView } from '../participation/participation';
import { newRun } from '../run/run-state';
import { TensorSets } from '../state/tensor-sets';
import { versionedState } from '../state/versioned-state';
import { loopScene, sceneConfig } from '../testing/loop-scene';
import { lastStep } from '../testing/samples';
import { prepare } from './prepare';

type Promoted = Pick<CatchUp, 'promote' | 'failed' | 'stop' | 'log'>;

const promoted = (version: number, finished?: FinishedStep): CatchUpResult => {
  const tensors = createTrainState(sceneConfig.optimizer, 22);
  const state = { ...newRun(sceneConfig), version, initialized: true };
  const held = versionedState(state, tensors);
  return { held, sets: new TensorSets(tensors), snapshot: undefined, finished };
};

function catchUpOf(change: Partial<Promoted>): CatchUp {
  const log = { state: newRun(sceneConfig) };
  const why = say('state-behind');
  return { failed: undefined, why, log, promote: () => Promise.resolve(undefined), ...change } as CatchUp;
}

test('a replica without a state prepares nothing', async () => {
  const { parts, abort, engines, activities, replica } = loopScene();
  await prepare(parts, abort.signal);
  expect([engines, activities, replica.ready]).toEqual([[], ['preparing'], undefined]);
});

test('a current replica begins the gradient of the planned step, once', async () => {
  const { parts, abort, runs, replica, clock } = loopScene();
  await runs();
  await drive(clock, prepare(parts, abort.signal));
  const { gradient } = replica.device;
  expect(gradient!.source.terms).toBe(4);
  await drive(clock, prepare(parts, abort.signal));
  expect(replica.device.gradient).toBe(gradient);
});

test('paused, it begins none', async () => {
  const { parts, abort, runs, replica } = loopScene();
  await runs({ status: 'paused' });
  await prepare(parts, abort.signal);
  expect(replica.device.gradient).toBeUndefined();
});

test('an engine that was dropped is built again, with the parameters held', async () => {
  const { parts, abort, runs, replica, emitted, engines } = loopScene();
  await runs({ plan: null });
  await replica.device.dropEngine();
  await prepare(parts, abort.signal);
  expect([engines.length, emitted]).toEqual([2, ['engine']]);
  expect(await engines[1].readParameters()).toEqual(replica.held!.tensors.parameters);
});

test('peers are told of an engine’s other number of threads, once', async () => {
  let device = 'CPU (SIMD, 3 threads)';
  const { parts, abort, runs, emitted } = loopScene({
    wrapEngine: (engine) =>
      withCalls(engine, {
        get device() {
          return device;
        },
      }),
  });
  await runs({ plan: null });
  for (let again = 0; again < 2; again++) await prepare(parts, abort.signal);
  expect(emitted).toEqual([]);
  device = 'CPU (SIMD, 1 thread)';
  for (let again = 0; again < 2; again++) await prepare(parts, abort.signal);
  expect(emitted).toEqual(['engine']);
});

test('every second step its part of the validation split is evaluated, once', async () => {
  const { parts, abort, runs } = loopScene();
  await runs({ step: 2, plan: null });
  parts.local.contributed(lastStep({ step: 2 }), { index: 0, count: 1 });
  await prepare(parts, abort.signal);
  expect(parts.local.validation).toMatchObject({ step: 2, count: 8 });
  const { validation } = parts.local;
  await prepare(parts, abort.signal);
  expect(parts.local.validation).toBe(validation);
});

test('a replica that did not contribute to the step has no part in its evaluation', async () => {
  const { parts, abort, runs } = loopScene();
  await runs({ step: 2, plan: null });
  parts.local.contributed(lastStep({ step: 2 }), { index: -1, count: 1 });
  await prepare(parts, abort.signal);
  expect(parts.local.validation.count).toBe(0);
});

test('E15: after 100 steps the device’s parameters are read back; one changed bit fails the engine', async () => {
  const { parts, abort, runs, replica, engines } = loopScene();
  await runs({ step: 100, plan: null });
  await prepare(parts, abort.signal);
  expect(parts.local.checkedStep).toBe(100);
  const spoiled = replica.held!.tensors.parameters.slice();
  new Uint32Array(spoiled.buffer)[3] ^= 1;
  engines[0].setParameters(spoiled);
  await prepare(parts, abort.signal); // not due
  parts.local.checkedStep = 0;
  await expect(prepare(parts, abort.signal)).rejects.toThrow('no longer holds the parameters');
});

test('E20: after a check the engine holds the parameters again; a wrong answer fails it, by its sentence', async () => {
  const { parts, abort, runs, replica, engines } = loopScene();
  await runs({ plan: null });
  const seen: { wrong: string | undefined } = { wrong: undefined };
  const look = (): Promise<Watched> => {
    engines[0].setParameters(new Float32Array(engines[0].parameterCount));
    return Promise.resolve({ ...seen, needsParameters: true });
  };
  Object.assign(replica.ready!, { watch: { look } });
  await prepare(parts, abort.signal);
  expect(await engines[0].readParameters()).toEqual(replica.held!.tensors.parameters);
  seen.wrong = 'This GPU gives a wrong answer';
  await expect(prepare(parts, abort.signal)).rejects.toMatchObject({
    code: 'wrong-answers',
    message: seen.wrong,
  });
});

test('J3: caught up, it is promoted, and its next record can tell whether the last step was skipped', async () => {
  const { parts, abort, runs, replica, emitted } = loopScene();
  await runs();
  const finished = { isSkipped: true } as FinishedStep;
  const catchUp = catchUpOf({ promote: () => Promise.resolve(promoted(9, finished)) });
  replica.become(beginCatchUp(replica.participation, catchUp));
  await prepare(parts, abort.signal);
  expect(replica.participation.kind).toBe('current');
  expect(replica.held!.state.version).toBe(9);
  expect(parts.local.last.isSkipped).toBe(true);
  expect(emitted).toEqual(['caught-up', 'run']);
});

test('J4: a failed catching up is abandoned and named', async () => {
  const { parts, abort, runs, replica, notices } = loopScene();
  await runs();
  replica.become(beginCatchUp(replica.participation, catchUpOf({ failed: new Error('no blocks') })));
  await prepare(parts, abort.signal);
  expect(replica.participation.kind).toBe('empty');
  expect(notices).toEqual(['warning: catching up failed: no blocks']);
});

test('promoted in the moment in which it goes outside, it stays outside', async () => {
  const { parts, abort, runs, replica } = loopScene();
  await runs();
  let settle!: (result: CatchUpResult) => void;
  const catchUp = catchUpOf({ promote: () => new Promise((resolve) => (settle = resolve)) });
  replica.become(beginCatchUp(replica.participation, catchUp));
  const done = prepare(parts, abort.signal);
  await macrotask();
  replica.become(leaveView(replica.participation));
  settle(promoted(9));
  await done;
  expect(replica.participation.kind).toBe('outside');
  expect(replica.held!.state.version).toBe(5);
});

test('a view that ends meanwhile ends the preparation', async () => {
  const { parts, abort, runs } = loopScene();
  await runs();
  abort.abort(new Error('generation 4'));
  await expect(prepare(parts, abort.signal)).rejects.toThrow('generation 4');
});
