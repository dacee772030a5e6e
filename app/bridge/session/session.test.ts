import { say, unexpected } from '../../../src/base/sayings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { history } from '../../../tools/lab/fixtures/history';
import { states } from '../../../tools/lab/fixtures/states';
import type { StepRecord } from '../../../src/replica/protocol';
import { emptySnapshot } from '../../../src/replica/worker/empty-snapshot';
import { testSession } from './testing/test-session';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begun() {
  const { session, emit } = testSession();
  const lobby = emptySnapshot('a', { kind: 'lobby' }, true);
  const show = (change: object = {}): void =>
    emit({ kind: 'snapshot', snapshot: structuredClone({ ...lobby, ...change }) });
  const records = history(states.map((state) => state()).find(({ name }) => name === 'training-3')!);
  let steps = 0;
  const step = (change: Partial<StepRecord>): void =>
    emit({ kind: 'steps', steps: [{ ...records[steps++], ...change }] });
  return { session, emit, show, step, state: () => session.store.getState() };
}

test('every snapshot is live at once, and drawn at most five times a second', () => {
  const { session, show, state } = begun();
  const drawn: (number | undefined)[] = [];
  session.ticker.subscribe(() => drawn.push(state().shown?.step));
  for (let step = 0; step < 22; step++) {
    show({ step });
    expect(session.live?.step).toBe(step);
    vi.advanceTimersByTime(50);
  }
  expect(drawn).toEqual([0, 3, 7, 11, 15, 19]);
  vi.advanceTimersByTime(1000);
  expect(drawn.at(-1), 'the last snapshot is drawn').toBe(21);
  expect(drawn).toHaveLength(7);
});

test('a snapshot tells no listener until it is drawn, and equal parts stay the same objects', () => {
  const { session, show, state } = begun();
  show({ step: 0, hasHostMoved: false });
  let [told, drawn] = [0, 0];
  session.store.subscribe(() => told++);
  session.subscribeShown(() => drawn++);
  const { counters } = state().shown!;
  for (let step = 1; step <= 3; step++) show({ step });
  expect([told, drawn]).toEqual([0, 0]);
  vi.advanceTimersByTime(1000);
  expect([told, drawn]).toEqual([1, 1]);
  expect(state().shown).toMatchObject({ step: 3 });
  expect(state().shown?.counters).toBe(counters);
});

test('while the display is paused, what is shown stays, and the controls follow', () => {
  const { session, show, state } = begun();
  show({ step: 1 });
  session.pauseDisplay(true);
  vi.advanceTimersByTime(500);
  show({ step: 2, phase: { kind: 'paused' } });
  vi.advanceTimersByTime(500);
  expect(state()).toMatchObject({ shown: { step: 1 }, forControls: { step: 2, phase: { kind: 'paused' } } });
  session.pauseDisplay(false);
  expect(state().shown?.step).toBe(2);
});

test('a change of the ring is drawn within half a second, a step when its turn comes', () => {
  const { session, show } = begun();
  const peers = [{ id: 'b', name: 'Otter', state: 'member' }];
  show({ step: 1, peers });
  const mark = vi.spyOn(session.ticker, 'mark');
  show({ step: 2, peers, digest: 'f00' });
  expect(mark.mock.lastCall).toEqual([]);
  for (const change of [{ peers: [{ ...peers[0], state: 'silent' }] }, { peers: [] }, { generation: 9 }]) {
    show({ step: 2, ...change });
    expect(mark.mock.lastCall, JSON.stringify(change)).toEqual([0, 500]);
  }
});

test('the first step of a changed view, which divides the batch anew, is drawn sooner still', () => {
  const { session, step } = begun();
  const mark = vi.spyOn(session.ticker, 'mark');
  step({ generation: 3 });
  expect(mark.mock.lastCall?.[1]).toBe(200);
  step({ generation: 3 });
  expect(mark.mock.lastCall?.[1]).toBe(Infinity);
  step({ generation: 4 });
  expect(mark.mock.lastCall?.[1]).toBe(200);
});

test('a step leaves the controls as they are; what they depend on does not', () => {
  const { show, state } = begun();
  const peers = [{ id: 'b', name: 'Otter', state: 'member', heardMsAgo: 1 }];
  show({ step: 1, peers });
  const before = state().forControls;
  show({ step: 2, digest: 'f00', peers: [{ ...peers[0], heardMsAgo: 2 }] });
  expect(state().forControls).toBe(before);
  for (const change of [
    { phase: { kind: 'paused' } },
    { worldSize: 2 },
    { learningRate: 0.5 },
    { strangers: [{ id: 'c', name: 'Heron' }] },
    { peers: [{ ...peers[0], state: 'lost' }] },
    { peers: [] },
  ]) {
    const last = state().forControls;
    show({ peers, ...change });
    expect(state().forControls, JSON.stringify(change)).not.toBe(last);
  }
});

test('a hidden tab draws nothing, the controls follow, and the newest is drawn as soon as it can be seen', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const turn = (isHidden: boolean): void => {
    page.hidden = isHidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  vi.stubGlobal('document', page);
  const { session, show, state } = begun();
  show({ step: 1 });
  vi.advanceTimersByTime(5000);
  let drawn = 0;
  for (const ticker of [session.ticker, session.slowTicker]) ticker.subscribe(() => drawn++);
  session.subscribeShown(() => drawn++);
  turn(true);
  for (let step = 2; step < 50; step++) {
    show({ step, phase: step < 40 ? { kind: 'training' } : { kind: 'paused' } });
    vi.advanceTimersByTime(100);
  }
  expect(drawn).toBe(0);
  expect(state()).toMatchObject({ shown: { step: 1 }, forControls: { phase: { kind: 'paused' } } });
  turn(false);
  expect(state().shown?.step).toBe(49);
  expect(drawn, 'both tickers, and what is shown').toBe(3);

  // A person’s pause outlasts it.
  session.pauseDisplay(true);
  turn(true);
  show({ step: 50 });
  turn(false);
  expect(state().shown?.step).toBe(49);
  session.end();
  vi.unstubAllGlobals();
});

test('a tab that was opened hidden draws its first snapshot, and the newest when it is seen', () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  const { session, show, state } = begun();
  show({ step: 1 });
  show({ step: 2 });
  vi.advanceTimersByTime(5000);
  expect(state().shown?.step).toBe(1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(state().shown?.step).toBe(2);
  session.end();
  vi.unstubAllGlobals();
});

test('a replica has entered its room once it is with others, or the room has a run; it never turns back', () => {
  const { show, state } = begun();
  show();
  expect(state().hasEntered, 'alone in a room without a run').toBe(false);
  show({ phase: { kind: 'failed', error: { code: 'kicked', says: say('kicked-by-host') } }, worldSize: 2 });
  expect(state().hasEntered, 'turned away').toBe(false);
  show({ worldSize: 1 });
  expect(state().hasEntered, 'in the ring').toBe(true);
  show();
  expect(state().hasEntered, 'alone again').toBe(true);
});

test('the newest two hundred notices are kept', () => {
  const { emit, state } = begun();
  for (let i = 0; i < 1_000; i++)
    emit({ kind: 'notice', notice: { atMs: i, level: 'info', says: unexpected(`notice ${i}`) } });
  expect(state().notices).toHaveLength(200);
  expect(state().notices[0].says).toEqual(unexpected('notice 800'));
  expect(state().notices.at(-1)?.says).toEqual(unexpected('notice 999'));
});
