// The hooks of the pace at which panels are drawn, in a real browser with React: a panel is drawn when, and only when, its
// hook says so.
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { emptySnapshot } from '../../../src/replica/worker/empty-snapshot';
import { SessionProvider, useHalfTick, useTick } from './session-context';
import { testSession } from './testing/test-session';

test('useHalfTick draws at every second beat, and at once when the phase changes', () => {
  const { session, emit } = testSession();
  const show = (kind: 'training' | 'paused', step: number): void => {
    emit({ kind: 'snapshot', snapshot: { ...emptySnapshot('a', { kind }, true), step } });
    flushSync(() => session.ticker.beat());
  };
  show('training', 0);
  const drawn = { whole: 0, half: 0 };
  const Whole = (): null => {
    useTick();
    drawn.whole++;
    return null;
  };
  const Half = (): null => {
    useHalfTick();
    drawn.half++;
    return null;
  };
  const root = createRoot(document.createElement('div'));
  const panels = [createElement(Whole, { key: 'whole' }), createElement(Half, { key: 'half' })];
  flushSync(() => root.render(createElement(SessionProvider, { session, children: panels })));
  expect(drawn).toEqual({ whole: 1, half: 1 });
  for (let step = 1; step <= 6; step++) show('training', step);
  expect(drawn).toEqual({ whole: 7, half: 4 });
  // The next two beats are at an even and an odd version: one of them draws no half pace by itself.
  show('paused', 6);
  show('training', 6);
  expect(drawn).toEqual({ whole: 9, half: 6 });
  root.unmount();
});
