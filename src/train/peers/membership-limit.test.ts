import { expect, test } from 'vitest';
import { guestRule, MembershipLimit, memberRule } from './membership-limit';

test('M15d: a guest has a small budget, a member a large one; who goes on is cut off', () => {
  let nowMs = 0;
  const limit = new MembershipLimit({ now: () => nowMs });
  const taken = (peer: string, isMember: boolean, count: number): number =>
    Array.from({ length: count }, () => limit.allows(peer, isMember, 100)).filter((each) => each === 'taken')
      .length;
  expect(taken('guest', false, 2_000)).toBe(guestRule.capacity);
  expect(taken('member', true, 10_000)).toBe(memberRule.capacity);
  nowMs = 1_000;
  expect(taken('guest', false, 100)).toBe(guestRule.perSecond);
  const answers = Array.from({ length: 2_100 }, () => limit.allows('guest', false, 100));
  expect(answers).toContain('cut off');
});

test('M15d: a long message counts as several', () => {
  const limit = new MembershipLimit({ now: () => 0 });
  let count = 0;
  while (limit.allows('guest', false, 16_000) === 'taken') count++;
  expect(count).toBe(guestRule.capacity / 4);
});
