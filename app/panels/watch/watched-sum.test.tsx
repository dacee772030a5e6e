import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { watchedRing } from '../../../tools/lab/fixtures/watched';
import WatchedSum from './watched-sum';

beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterAll(() => void vi.unstubAllGlobals());

const drawn = (state: string, change = {}): string => {
  const { picture } = watchedRing(state).shown!;
  return renderToStaticMarkup(<WatchedSum view={{ ...picture, ...change }} textPx={24} />);
};

test('a wall says the order of the ring by ranks, and the state of the sum to those who cannot see it', () => {
  const markup = drawn('training-3');
  expect(markup).toContain('aria-label="Ring order: 0 → 1 → 2"');
  expect(markup).toContain('All hold exactly the same sum.');
  expect(markup).toContain('The sum as it is planned, slowed down');
});

test('what plays by itself is not read aloud at each phase, and what rests is', () => {
  expect(drawn('training-3')).toContain('aria-live="off"');
  expect(drawn('training-3', { ringPhase: 'paused' })).toContain('aria-live="polite"');
});

test('one replica needs no sum, and nothing is said of a plan before the first step', () => {
  const markup = drawn('training-1', { step: 0 });
  expect(markup).toContain('One alone: no sum is needed.');
  expect(markup).not.toContain('planned');
  expect(drawn('training-1')).not.toContain('planned');
});

test('members that do not hold the same are not shown as equal', () => {
  const markup = drawn('training-3', { lockstep: 'disagreed' });
  expect(markup).not.toContain('All hold exactly the same sum.');
  expect(markup).toContain('learns something different');
});
