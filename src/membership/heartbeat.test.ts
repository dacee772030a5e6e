import { expect, test } from 'vitest';
import { pingEveryMs } from '../net/link/wire-link';
import { closedGraceMs, livenessOf, lostAfterMs, neverOpenedMs, suspectAfterMs } from './heartbeat';

const open = { state: 'open' as const, sinceMs: 1000, lastHeardMs: 2000 };

test('M12: an open link is live, then silent, then lost, by the time since its peer was last heard', () => {
  expect(livenessOf(open, 2000 + suspectAfterMs - 1).liveness).toBe('live');
  expect(livenessOf(open, 2000 + suspectAfterMs).liveness).toBe('silent');
  expect(livenessOf(open, 2000 + lostAfterMs - 1).liveness).toBe('silent');
  expect(livenessOf(open, 2000 + lostAfterMs)).toMatchObject({ liveness: 'lost', dueMs: undefined });
});

test('a link that has just opened counts as heard', () => {
  expect(livenessOf({ ...open, lastHeardMs: -Infinity }, 1000 + suspectAfterMs - 1).liveness).toBe('live');
});

test('a closed link has a grace time to reconnect, an opening link a deadline', () => {
  const closed = { state: 'closed' as const, sinceMs: 5000, lastHeardMs: 4990 };
  expect(livenessOf(closed, 5000).liveness).toBe('silent');
  expect(livenessOf(closed, 5000 + closedGraceMs).liveness).toBe('lost');
  const opening = { state: 'opening' as const, sinceMs: 0, lastHeardMs: -Infinity };
  expect(livenessOf(opening, neverOpenedMs - 1).liveness).toBe('silent');
  expect(livenessOf(opening, neverOpenedMs).liveness).toBe('lost');
});

test('the liveness changes at the due time and not before', () => {
  for (const link of [open, { state: 'closed' as const, sinceMs: 300, lastHeardMs: 0 }])
    for (let nowMs = 2000; nowMs < 7000; nowMs += 50) {
      const { liveness, dueMs } = livenessOf(link, nowMs);
      if (dueMs === undefined) continue;
      expect(dueMs).toBeGreaterThan(nowMs);
      expect(livenessOf(link, dueMs - 1).liveness).toBe(liveness);
      expect(livenessOf(link, dueMs).liveness).not.toBe(liveness);
    }
});

test('a peer misses three pings before it is silent, and six before it is lost', () => {
  expect(suspectAfterMs).toBe(3 * pingEveryMs);
  expect(lostAfterMs).toBe(6 * pingEveryMs);
});

test('a dead peer is lost early enough to leave more than a second of the five for the regroup', () => {
  expect(lostAfterMs + pingEveryMs / 2).toBeLessThanOrEqual(3500);
});
