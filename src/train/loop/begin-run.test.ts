// S6, H5: decisions without a step.
import { describe, expect, test } from 'vitest';
import { realClock, type Clock } from '../../base/clock';
import { drive } from '../../base/testing/drive-clock';
import type { CatchUp } from '../catch-up/catch-up';
import { beginCatchUp, enterView, leaveView } from '../participation/participation';
import { createTrainState } from '../../optim/state/train-state';
import { resumedState } from '../run/resumed-state';
import { newRun, type RunState } from '../run/run-state';
import { versionedState } from '../state/versioned-state';
import { loopScene, planOf, sceneConfig } from '../testing/loop-scene';
import { ids } from '../testing/samples';
import { beginRun, createRun, initializeRun } from './begin-run';
import { prepare } from './prepare';

describe('S6: no member has a state', () => {
  test('a replica that stores nothing begins the run it is prepared for', async () => {
    const { parts, replica, abort } = loopScene();
    createRun(parts);
    expect(replica.participation.kind).toBe('outside');
    await replica.prepareFor(sceneConfig, abort.signal);
    createRun(parts);
    expect(replica.participation.kind).toBe('current');
    expect(replica.held!.state).toEqual(newRun(sceneConfig));
    expect(replica.held!.tensors.parameters.every((value) => value === 0)).toBe(true);
  });

  test('it resumes what it stores, as another run where peers told of later ones', async () => {
    const { parts, replica, runs } = loopScene();
    await runs({ step: 3, run: 2 });
    const { digest } = replica.held!;
    replica.become(enterView(leaveView(replica.participation)));
    createRun(parts);
    expect([replica.participation.kind, replica.held!.digest]).toEqual(['current', digest]);
    replica.become(enterView(leaveView(replica.participation)));
    createRun({ ...parts, deps: { ...parts.deps, lastRun: () => 4 } });
    expect(replica.held!.state).toMatchObject({ run: 5, version: 6, step: 3 });
  });
});

test('E0: rank 0 makes the seeded parameters, at the next version, and its device has them', async () => {
  const { parts, replica, engines, holds, abort } = loopScene();
  await holds({ version: 1, initialized: false });
  await initializeRun(parts, abort.signal);
  const expected = engines[0].initialParameters(sceneConfig.seed);
  expect(replica.held!.state).toMatchObject({ version: 2, initialized: true });
  expect(replica.held!.tensors.parameters).toEqual(expected);
  expect(await engines[0].readParameters()).toEqual(expected);
});

describe('E0: the parameters of a large model are drawn in pieces', () => {
  /** Whenever it looks at the clock, a piece has taken its time. */
  async function drawing() {
    const scene = loopScene();
    await scene.holds({ version: 1, initialized: false });
    let nowMs = 0;
    const clock: Clock = { ...realClock, now: () => (nowMs += 10) };
    const deps = { ...scene.parts.deps, clock };
    const turns = countTurns();
    const drawn = initializeRun({ ...scene.parts, deps }, scene.abort.signal);
    drawn.catch(() => undefined); // awaited by the test
    return { ...scene, drawn, turns };
  }

  /** Turns of the event loop until `stop`. */
  function countTurns(): { stop(): number } {
    let turns = 0;
    let isOver = false;
    const next = (): void => {
      turns++;
      if (!isOver) setImmediate(next);
    };
    setImmediate(next);
    return {
      stop() {
        isOver = true;
        return turns;
      },
    };
  }

  test('the links are read between them, and the numbers are the same', async () => {
    const { replica, engines, drawn, turns } = await drawing();
    expect(replica.held!.state.initialized).toBe(false);
    await drawn;
    expect(turns.stop()).toBeGreaterThanOrEqual(2); // two layers with random weights
    expect(replica.held!.tensors.parameters).toEqual(engines[0].initialParameters(sceneConfig.seed));
  });

  test('a view that ends meanwhile begins nothing', async () => {
    const { replica, drawn, turns, abort } = await drawing();
    abort.abort(new Error('a new view'));
    await expect(drawn).rejects.toThrow('a new view');
    turns.stop();
    expect(replica.held!.state).toMatchObject({ version: 1, initialized: false });
  });

  test('what this replica became meanwhile stays', async () => {
    const { replica, drawn, turns } = await drawing();
    const other = leaveView(replica.participation);
    replica.become(other);
    await drawn;
    turns.stop();
    expect(replica.participation).toBe(other);
  });
});

describe('E0: a run that goes on from a file', () => {
  const saved = versionedState(
    {
      ...newRun(sceneConfig),
      ...{ version: 40, run: 7, initialized: true, status: 'running', step: 3, cursor: 20, redo: [[4, 4]] },
      ...{ appliedCommand: 900, kicked: [ids[3]], learningRate: 0.5, plan: planOf([ids[2]]), examples: 16 },
    },
    createTrainState(sceneConfig.optimizer, 22),
  );
  const { digest } = saved;

  test('begins with what was saved; members and commands are the ring’s', async () => {
    const { parts, replica, holds, engines, abort } = loopScene();
    await holds({
      version: 5,
      run: 2,
      initialized: false,
      appliedCommand: 8,
      resumes: { member: ids[0], digest },
    });
    saved.tensors.parameters.fill(0.25);
    replica.savedRun = saved;
    await initializeRun(parts, abort.signal);
    const { resumes: _, ...begun } = { ...newRun(sceneConfig), version: 6, run: 2, initialized: true };
    expect(replica.held!.state).toEqual({
      ...begun,
      ...{ status: 'paused', why: 'resumed after step 3', appliedCommand: 8, apportionedAt: 3 },
      ...{ step: 3, cursor: 20, redo: [[4, 4]], learningRate: 0.5, examples: 16 },
    });
    expect(replica.held!.tensors).toBe(saved.tensors);
    expect((await engines[0].readParameters())[21]).toBe(0.25);
    expect(replica.savedRun).toBeUndefined();
  });

  test('is over at once where another file was meant, or none is at hand', async () => {
    const { parts, replica, holds, abort } = loopScene();
    await holds({ version: 5, initialized: false, resumes: { member: ids[0], digest: 'f'.repeat(16) } });
    replica.savedRun = saved;
    await initializeRun(parts, abort.signal);
    const why = 'the device that was to bring the saved run no longer has it';
    expect(replica.held!.state).toMatchObject({
      version: 6,
      initialized: true,
      status: 'finished',
      why,
      step: 0,
    });
    expect(replica.held!.state.resumes).toBeUndefined();
  });

  test('is finished where all its steps are done, goes on where it was stopped or has more steps, and stays diverged', () => {
    const begun = newRun(sceneConfig);
    const statusOf = (status: RunState['status'], step: number, steps = 6): string =>
      resumedState({ ...saved.state, status, step }, { ...begun, config: { ...sceneConfig, steps } }).status;
    expect(statusOf('finished', 6)).toBe('finished');
    expect(statusOf('finished', 6, 9)).toBe('paused');
    expect(statusOf('finished', 4)).toBe('paused');
    expect(statusOf('diverged', 4)).toBe('diverged');
  });
});

describe('a decision', () => {
  test('with the same plan keeps the gradient under way; with another drops it', async () => {
    const { parts, replica, runs, abort, clock } = loopScene();
    await runs();
    await drive(clock, prepare(parts, abort.signal));
    const { gradient } = replica.device;
    const { state } = replica.held!;
    await beginRun(parts, { ...state, version: 6, learningRate: 0.5 }, abort.signal);
    expect(replica.device.gradient).toBe(gradient);
    expect(replica.held!.state).toMatchObject({ version: 6, learningRate: 0.5 });
    await beginRun(parts, { ...state, version: 7, plan: null }, abort.signal);
    expect(replica.device.gradient).toBeUndefined();
  });

  test('of another run begins it from zero for every member, and forgets what was measured', async () => {
    const { parts, replica, runs, abort, emitted } = loopScene();
    await runs({ step: 4 });
    parts.local.validation = { step: 4, lossSum: 1, score: 1, count: 8 };
    const next = { ...newRun(sceneConfig), version: 6, run: 2 };
    await beginRun(parts, next, abort.signal);
    expect(replica.held!.state).toEqual(next);
    expect(replica.held!.tensors.parameters.every((value) => value === 0)).toBe(true);
    expect(parts.local.validation.count).toBe(0);
    expect(emitted).toEqual(['run']);
  });

  test('of another run ends the catching up: everyone holds it', async () => {
    const { parts, replica, runs, abort } = loopScene();
    await runs();
    const stopped: string[] = [];
    const log = { state: newRun(sceneConfig) };
    const catchUp = { log, stop: (why: string) => void stopped.push(why) } as unknown as CatchUp;
    replica.become(beginCatchUp(replica.participation, catchUp));
    await beginRun(parts, { ...newRun(sceneConfig), version: 6, run: 2 }, abort.signal);
    expect([replica.participation.kind, stopped]).toEqual(['current', ['a new run begins']]);
  });

  test('J1: is logged by a replica that catches up', async () => {
    const { parts, replica, runs, abort } = loopScene();
    await runs();
    const did: unknown[] = [];
    const state = newRun(sceneConfig);
    const log = { state, decided: (next: unknown) => void did.push(next) };
    const catchUp = { log, logged: () => void did.push('logged') } as unknown as CatchUp;
    replica.become(beginCatchUp(replica.participation, catchUp));
    const next = { ...state, version: 2 };
    await beginRun(parts, next, abort.signal);
    expect(did).toEqual([next, 'logged']);
  });

  test('of a new run leaves a replica outside that went there meanwhile', async () => {
    const { parts, replica, runs, abort, clock } = loopScene();
    await runs();
    await drive(clock, prepare(parts, abort.signal));
    const begun = beginRun(parts, { ...newRun(sceneConfig), version: 6, run: 2 }, abort.signal);
    abort.abort(new Error('outside'));
    replica.become(leaveView(replica.participation));
    await expect(begun).rejects.toThrow('outside');
    expect(replica.participation.kind).toBe('outside');
  });
});

test('S11c, S27b: a saved run that goes on with other data begins without usual norms and losses', () => {
  const begun = newRun(sceneConfig);
  const saved: RunState = {
    ...begun,
    step: 3,
    usualNorms: [1, 2, 3],
    rateHealth: { loss: 0.5, lossWhenSet: 0.6, steps: 3, learningRate: 0.1 },
    best: { loss: 0.4, step: 2, since: 7 },
  };
  const longer = resumedState(saved, newRun({ ...sceneConfig, steps: 900 }));
  expect([longer.usualNorms, longer.rateHealth]).toEqual([saved.usualNorms, saved.rateHealth]);
  expect(longer.best).toEqual({ loss: 0.4, step: 2, since: 0 });
  const { data } = sceneConfig;
  const other = newRun({ ...sceneConfig, data: { ...data, examples: data.examples + 1 } });
  const next = resumedState(saved, other);
  expect(next).toMatchObject({ step: 3, usualNorms: [], rateHealth: begun.rateHealth });
  expect(next).not.toHaveProperty('best');
});
