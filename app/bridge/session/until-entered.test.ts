import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { SessionState } from './session';
import { untilEntered } from './until-entered';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waiting(hasEntered: boolean) {
  const store = createStore<SessionState>(() => ({ hasEntered }) as SessionState);
  let isOver = false;
  void untilEntered({ store }, 300).then(() => (isOver = true));
  return { store, isOver: () => isOver };
}

test('it ends with the entry, before the limit', async () => {
  const { store, isOver } = waiting(false);
  await vi.advanceTimersByTimeAsync(100);
  store.setState({ isDisplayPaused: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(false);
  store.setState({ hasEntered: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('it ends at the limit where the entry takes longer, and at once in a room entered before', async () => {
  const late = waiting(false);
  await vi.advanceTimersByTimeAsync(299);
  expect(late.isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(late.isOver()).toBe(true);
  const early = waiting(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(early.isOver()).toBe(true);
});
