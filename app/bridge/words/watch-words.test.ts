import { unexpected } from '../../../src/base/sayings';
import { describe, expect, it, test } from 'vitest';
import { history } from '../../../tools/lab/fixtures/history';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { states } from '../../../tools/lab/fixtures/states';
import { headcount, participants } from './participants';
import { hiddenShare, ringPhaseWords, ringWords, staleS, stepWords, watchWords } from './watch-words';

const setups = states.map((state) => state());

test.each(setups)('of “$name” a wall counts as many replicas as a member does', (setup) => {
  const records = history({ ...setup, steps: Math.min(setup.steps, 50) });
  const snapshot = snapshotOf(setup, records);
  if (snapshot.ringPhase !== 'outside') expect(headcount(snapshot)).toBe(participants(snapshot).headline);
});

describe('what an observer waits for', () => {
  it('is live while pictures come, and says their age', () => {
    expect(watchWords({ kind: 'watching' }, 0)).toEqual({ text: 'Live', isLive: true });
    expect(watchWords({ kind: 'watching' }, staleS - 1)).toEqual({
      text: 'Live, 7\u00a0s ago',
      isLive: true,
    });
    const late = watchWords({ kind: 'watching' }, staleS);
    expect(late.isLive).toBe(false);
    expect(late.text).toBe(
      'Waiting for a picture: a member of the ring sends one when it is there. The picture is 8\u00a0s old.',
    );
    expect(watchWords({ kind: 'watching' }, 300).text).toMatch(/5\u00a0min old/);
  });

  it('names what is missing before the first picture, and is never live without the server', () => {
    expect(watchWords({ kind: 'watching' }, undefined).text).toMatch(/^Waiting for a picture/);
    expect(watchWords({ kind: 'seeking-key' }, undefined).text).toMatch(/a member who can let/);
    expect(watchWords({ kind: 'connecting', why: unexpected('it is away') }, undefined).text).toMatch(
      /it is away/,
    );
    expect(watchWords({ kind: 'away', why: unexpected('it is away') }, 1)).toMatchObject({ isLive: false });
    expect(watchWords(undefined, undefined).isLive).toBe(false);
  });
});

test('a wall says that the host ended the room, whatever the server says and however old the picture is', () => {
  const text = 'The host ended this room for all.';
  expect(watchWords({ kind: 'watching' }, 300, true)).toEqual({ text, isLive: true });
  expect(watchWords({ kind: 'away', why: unexpected('no such room') }, 300, true).text).toBe(text);
  expect(ringPhaseWords({ ringPhase: 'paused', isEnded: true })).toBe('The room has ended');
});

test('numbers of a picture in words', () => {
  expect(stepWords({ step: 1240, steps: 3000 })).toBe('Step 1,240 of 3,000');
  expect(stepWords({ step: 3 })).toBe('Step 3');
  expect(hiddenShare({ computeMs: 1, overlappedMs: 3, exposedMs: 1, waitingMs: 0, otherMs: 0 })).toBe(0.75);
  expect(hiddenShare({ computeMs: 1, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0 })).toBeUndefined(); // prettier-ignore
  const ring = [0, 1, 2].map((rank) => ({
    rank,
    state: rank === 2 ? ('silent' as const) : ('member' as const),
  }));
  expect(ringWords({ lockstep: 'agreed', ring, edges: [2e6, null, 3e6] })).toBe(
    'All replicas hold the same bits. 1 not heard. Slowest measured link: 2.00\u00a0MB/s.',
  );
});

test('of a room that has ended, a wall says what the replicas held, and of none that it can be heard', () => {
  const ring = [0, 1].map((rank) => ({
    rank,
    state: rank === 1 ? ('silent' as const) : ('member' as const),
  }));
  const words = (lockstep: 'agreed' | 'checking' | 'disagreed') =>
    ringWords({ lockstep, ring, edges: [2e6, null], isEnded: true });
  const link = 'Measured link: 2.00\u00a0MB/s.';
  expect(words('agreed')).toBe(`All replicas held the same bits. ${link}`);
  expect(words('disagreed')).toBe(`The replicas did not hold the same bits. ${link}`);
  expect(words('checking')).toBe(link);
});
