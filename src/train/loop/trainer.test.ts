// H1, H2, S8: the loop itself, in a ring of one.
import { expect, test } from 'vitest';
import { drive, driveFor, macrotask } from '../../base/testing/drive-clock';
import { leaveView } from '../participation/participation';
import { loopScene, sceneConfig } from '../testing/loop-scene';
import { ids } from '../testing/samples';
import { Trainer } from './trainer';

/** No timer runs meanwhile: the engine computes between them. */
async function settled(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    if (i > 100_000) throw new Error('it did not come');
    await macrotask();
  }
}

function scene() {
  const made = loopScene();
  const { parts, hub, replica } = made;
  const trainer = new Trainer(parts.deps, hub, replica, parts.commands);
  const decisions: string[] = [];
  const committed: number[] = [];
  trainer.on('decision', ({ decision }) => decisions.push(decision.kind));
  trainer.on('step', ({ step }) => committed.push(step));
  return { ...made, trainer, decisions, committed };
}

test('a ring of one steps to the end of its run, commits every step, and then is idle', async () => {
  const { trainer, view, abort, runs, decisions, committed, replica } = scene();
  await runs({ plan: null });
  const living = trainer.live(view, abort.signal);
  await settled(() => trainer.status.activity.kind === 'idle');
  const steps = Array.from({ length: sceneConfig.steps }, (_, i) => i + 1);
  expect(committed).toEqual(steps);
  expect(decisions).toEqual(['transition', ...steps.map(() => 'step'), 'idle']);
  expect(replica.held!.state).toMatchObject({ status: 'finished', step: sceneConfig.steps });
  expect(trainer.isTentative).toBe(false);
  abort.abort(new Error('over'));
  expect(await living).toBeUndefined();
});

test('S3: a new view ends the old life, and the next one starts the same step from the kept gradient', async () => {
  const { trainer, view, abort, runs, replica } = scene();
  await runs();
  const living = trainer.live(view, abort.signal);
  await settled(() => replica.device.gradient !== undefined);
  const { gradient } = replica.device;
  abort.abort(new Error('generation 4'));
  expect(await living).toBeUndefined();
  expect([replica.device.gradient, replica.held!.state.step]).toEqual([gradient, 0]);
  const next = new AbortController();
  void trainer.live({ ...view, generation: 4 }, next.signal);
  await settled(() => replica.held!.state.step === 1);
  next.abort(new Error('over'));
});

test('S8: what fails ends the life with a failure, which counts as a retry', async () => {
  const { trainer, view, abort, runs, replica } = scene();
  await runs();
  replica.device.beginGradient = () => undefined;
  const failure = await trainer.live(view, abort.signal);
  expect(failure).toMatchObject({ kind: 'other', message: 'no gradient for the planned step' });
  expect(trainer.counters.retries).toBe(1);
});

test('S5: a deadline at the header names the members whose records it lacks', async () => {
  const made = loopScene({ members: ids.slice(0, 2) });
  const { parts, hub, replica, view, abort, clock } = made;
  await made.runs({ status: 'paused' });
  const trainer = new Trainer(parts.deps, hub, replica, parts.commands);
  const living = trainer.live(view, abort.signal);
  await driveFor(clock, 59_000);
  expect(trainer.missing()).toEqual([ids[1]]);
  expect(await drive(clock, living)).toMatchObject({ kind: 'deadline', members: [ids[1]] });
});

test('outside it offers what it stores and follows nothing', async () => {
  const { trainer, runs, replica } = scene();
  await runs();
  replica.become(leaveView(replica.participation));
  await macrotask();
  expect(trainer.state).toBeUndefined();
  expect(trainer.offers.map(({ digest }) => digest)).toEqual([replica.held!.digest]);
});
