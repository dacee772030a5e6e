// H19: a class's way through a lesson, walked on a clock that the test moves.
import { unexpected } from '../../../src/base/sayings';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../src/base/clock';
import type { HostCommand, QuestionNow } from '../../../src/replica/protocol';
import type { Came } from '../../lessons/core/came';
import { ClassRun, lookMs, noteEveryMs, settleMs, type Progress } from './class-run';
import type { Lead } from './lead-memory';

const asks = { kind: 'lesson', lesson: 'talk-less', values: { inner: '16' } } as const;
const open: QuestionNow = { number: 4, asks, isOpen: true, answered: 0, of: 2 };
const answered: QuestionNow = { ...open, answered: 2 };
const closed: QuestionNow = { ...answered, isOpen: false, answers: [0, 1] };
const run = (done: number) => ({ done, of: 100, curves: [{ upTo: done, losses: [0.5] }] });

/** `kept`: what the tab kept when it was loaded again. */
function classroom(kept?: Lead) {
  let lead = kept;
  const clock = new ManualClock();
  const sent: HostCommand[] = [];
  let progress: (now: Progress) => void = () => undefined;
  let finish: (came: Came) => void = () => undefined;
  let fail: (why: Error) => void = () => undefined;
  let signal: AbortSignal | undefined;
  const led = new ClassRun({
    clock,
    send: (command) => sent.push(command),
    memory: { read: () => lead, write: (next) => void (lead = next) },
    run(_, onProgress, abort) {
      [progress, signal] = [onProgress, abort];
      return new Promise((resolve, reject) => ([finish, fail] = [resolve, reject]));
    },
  });
  const pass = (ms: number): void => {
    let isOver = false;
    clock.after(ms, () => (isOver = true));
    while (!isOver) clock.runNext();
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    ...{ clock, sent, led, pass, settled },
    kinds: () => sent.map(({ kind }) => kind),
    stage: () => led.stage().kind,
    kept: () => lead,
    isAborted: () => signal?.aborted,
    steps: (done: number) => progress({ run: run(done), doing: () => 'Run 1 of 2' }),
    finish: () => finish({ measured: 1, run: { ...run(100), facts: [12, 0.5, null] } }),
    fail: () => fail(new Error('no step came')),
  };
}

/** Up to the run. `isTraining`: the room trains meanwhile. */
function untilRun(isTraining = false) {
  const room = classroom();
  room.led.ask(asks);
  room.led.see(answered, isTraining);
  room.pass(settleMs);
  room.led.see(closed, isTraining);
  room.pass(lookMs);
  return room;
}

describe('one press leads from the question to what came', () => {
  test('it waits for all, lets the last one settle, shows the answers, runs, and reveals', async () => {
    const { led, sent, kinds, stage, pass, steps, finish, settled } = classroom();
    led.see(undefined, false);
    led.ask(asks);
    expect([kinds(), stage()]).toEqual([['ask'], 'none']);
    led.see(open, false);
    pass(10 * settleMs);
    expect([kinds(), stage()], 'one has not answered').toEqual([['ask'], 'asks']);
    led.see(answered, false);
    pass(settleMs - 1);
    expect(kinds()).toEqual(['ask']);
    pass(1);
    expect(kinds()).toEqual(['ask', 'close-question']);
    led.see(closed, false);
    expect(stage()).toBe('answers');
    pass(lookMs - 1);
    expect(stage()).toBe('answers');
    pass(1);
    expect(stage()).toBe('runs');
    steps(10);
    pass(noteEveryMs);
    steps(20);
    steps(21);
    expect(sent.slice(2)).toEqual([
      { kind: 'note-lesson', question: 4, run: { done: 0, of: 0, curves: [] } },
      { kind: 'note-lesson', question: 4, run: run(20) },
    ]);
    finish();
    await settled();
    expect(sent.slice(4)).toEqual([
      { kind: 'note-lesson', question: 4, run: { ...run(100), facts: [12, 0.5, null] } },
      { kind: 'reveal', question: 4, measured: 1 },
    ]);
    led.see({ ...closed, run: run(100), measured: 1 }, false);
    expect(stage()).toBe('came');
  });

  test('the host, who asks from the console, is not waited for', () => {
    const { led, kinds, stage, pass } = classroom();
    led.ask(asks);
    led.see({ ...open, answered: 1 }, false);
    pass(10 * settleMs);
    expect([kinds(), stage()], 'only the host has answered').toEqual([['ask'], 'asks']);
    led.see({ ...open, answered: 1, of: 1 }, false, false);
    pass(10 * settleMs);
    expect([kinds(), stage()], 'a watcher has answered, and there is no other member').toEqual([
      ['ask'],
      'asks',
    ]);
    led.see({ ...open, answered: 1, of: 1 }, false);
    pass(settleMs);
    expect(kinds()).toEqual(['ask', 'close-question']);
  });

  test('a newcomer who has not answered stops the closing', () => {
    const { led, kinds, pass } = classroom();
    led.ask(asks);
    led.see(answered, false);
    pass(settleMs - 1);
    led.see({ ...answered, of: 4 }, false);
    pass(10 * settleMs);
    expect(kinds()).toEqual(['ask']);
    led.close();
    expect(kinds()).toEqual(['ask', 'close-question']);
  });

  test('the host may hurry: no answer is waited for, and no look at them', () => {
    const { led, kinds, stage } = classroom();
    led.ask(asks);
    led.see(open, false);
    led.close();
    led.see({ ...open, isOpen: false }, false);
    led.runNow();
    expect([kinds(), stage()]).toEqual([['ask', 'close-question', 'note-lesson'], 'runs']);
  });
});

test('the room’s ring pauses while the lesson is measured, and goes on where it trained', async () => {
  const { kinds, finish, settled } = untilRun(true);
  expect(kinds().slice(2)).toEqual(['pause', 'note-lesson']);
  finish();
  await settled();
  expect(kinds().at(-1)).toBe('start');
  const idle = untilRun(false);
  idle.finish();
  await idle.settled();
  expect(idle.kinds()).not.toContain('start');
});

test('a run that fails says why, reveals nothing, and can be led again', async () => {
  const { led, kinds, stage, pass, fail, settled } = untilRun(true);
  fail();
  await settled();
  expect(led.stage()).toEqual({ kind: 'failed', why: unexpected('no step came') });
  expect([kinds().includes('reveal'), kinds().at(-1)]).toEqual([false, 'start']);
  led.lead();
  expect(stage()).toBe('answers');
  pass(lookMs);
  expect(stage()).toBe('runs');
});

test('a question that is taken away, replaced, or answered by the host ends the run without a word', async () => {
  for (const next of [undefined, { ...open, number: 5 }, { ...closed, measured: 2 }]) {
    const { led, kinds, stage, isAborted, finish, settled } = untilRun();
    led.see(next, false);
    expect([stage(), isAborted()]).toEqual(['none', true]);
    finish();
    await settled();
    expect(kinds()).not.toContain('reveal');
  }
});

test('an old question of the same lesson is not the one that was asked', () => {
  const { led, stage } = classroom();
  led.see(closed, false);
  led.ask(asks);
  led.see(closed, false);
  expect(stage()).toBe('none');
  led.see({ ...open, number: 5 }, false);
  expect(stage()).toBe('asks');
});

test('a question that stands is led by a press where hosting moved', () => {
  const { led, stage } = classroom();
  led.see({ ...closed, run: run(30) }, false);
  expect(stage()).toBe('none');
  led.lead();
  expect(stage()).toBe('answers');
});

describe('the page of the host is loaded again', () => {
  test('while answers come: it goes on counting them, and closes the question', () => {
    const first = classroom();
    first.led.ask(asks);
    first.led.see(open, false);
    const { led, kinds, stage, pass } = classroom(first.kept());
    led.see(undefined, false);
    led.see(answered, false);
    expect(stage()).toBe('asks');
    pass(settleMs);
    expect(kinds()).toEqual(['close-question']);
  });

  test('while the class looks at its answers: they are shown once more, then the run begins', () => {
    const first = classroom();
    first.led.ask(asks);
    first.led.see(closed, false);
    const { led, stage, pass } = classroom(first.kept());
    led.see(closed, false);
    expect(stage()).toBe('answers');
    pass(lookMs);
    expect(led.stage()).toMatchObject({ kind: 'runs', isAnew: false });
  });

  test('in the run: it begins anew at once, says so, and the room’s ring still goes on after it', async () => {
    const first = untilRun(true);
    const { led, kinds, kept, finish, settled } = classroom(first.kept());
    led.see({ ...closed, run: run(30) }, false);
    expect(led.stage()).toMatchObject({ kind: 'runs', isAnew: true });
    expect(kinds()).toEqual(['note-lesson']);
    finish();
    await settled();
    expect(kinds()).toEqual(['note-lesson', 'note-lesson', 'reveal', 'start']);
    expect(kept()).toBeUndefined();
  });

  test('and nothing is led that is over, that another question replaced, or that nobody led', () => {
    const lead = untilRun().kept();
    for (const next of [
      { ...closed, measured: 1 },
      { ...closed, number: 5 },
    ]) {
      const { led, kinds, stage, kept } = classroom(lead);
      led.see(next, false);
      expect([kinds(), stage(), kept()]).toEqual([[], 'none', undefined]);
    }
    const { led, stage } = classroom();
    led.see(closed, false);
    expect(stage()).toBe('none');
  });

  test('a lead that was given up is not taken up again', () => {
    const first = untilRun();
    first.led.stop();
    expect(first.kept()).toBeUndefined();
  });
});
