// M15 to M20 in the reducer: member `a` of a view of four, and what one of the others can make it do.
import { expect, test } from 'vitest';
import { ballotOwnerOf } from './testing/ballot-owner';
import { step } from './membership';
import { outsideAnyView, type MembershipEffect, type MembershipInput } from './membership-state';
import type { PlainMessage } from './messages';
import type { MemberId, View } from './view';

const [a, b, c, d, guest] = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(16));
const view: View = { lineage: '0000abcd', generation: 4, members: [a, b, c, d], ring: [0, 1, 2, 3] };

function member() {
  let nowMs = 1_000;
  let state = { ...outsideAnyView(a, 1), installed: view, promised: 4, hears: new Set([b, c, d, guest]) };
  const take = (input: MembershipInput): readonly MembershipEffect[] => {
    const taken = step(state, input, nowMs);
    state = { ...taken.state } as typeof state;
    return taken.effects;
  };
  const say = (from: MemberId, message: PlainMessage): readonly MembershipEffect[] =>
    take({ kind: 'message', from, message });
  return { take, say, now: () => state, wait: (ms: number) => void (nowMs += ms) };
}

const sent = (effects: readonly MembershipEffect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === 'send' ? [`${effect.message.kind} to ${effect.to[0]}`] : []));
const without = (gone: MemberId, generation = 6): View => {
  const members = view.members.filter((one) => one !== gone);
  return { ...view, generation, members, ring: members.map((_, i) => i) };
};

test('M15: a guest’s messages count for nothing', () => {
  const { say, now } = member();
  const later = { ...view, generation: 9, members: [guest], ring: [0] };
  for (const message of [
    { kind: 'not-a-member', view: later },
    { kind: 'install', view: { ...later, members: [guest, a], ring: [0, 1] } },
    { kind: 'prepare', ballot: 5, previous: view },
    { kind: 'leave', promised: 4, installed: later },
  ] as const)
    say(guest, message);
  expect([now().installed, now().leavers.size, now().promised]).toEqual([view, 0, 4]);
});

test('M15b: one member removes nobody, two that say the same do', () => {
  const { say, now } = member();
  const later = without(a);
  say(b, { kind: 'not-a-member', view: later });
  say(b, { kind: 'not-a-member', view: later });
  expect(now().installed).toEqual(view);
  say(c, { kind: 'not-a-member', view: later });
  expect(now().installed).toBeUndefined();
});

test('M15c: a relayed goodbye of a member that another hears is false', () => {
  const { take, say, now } = member();
  take({ kind: 'silent', peer: d });
  say(c, {
    kind: 'status',
    lineage: view.lineage,
    generation: 4,
    hears: [a, b, d],
    lost: [],
    attemptAfter: 0,
  });
  take({
    ...{ kind: 'message', from: b },
    message: {
      kind: 'relay',
      from: d,
      to: 'all',
      id: 1,
      message: { kind: 'leave', promised: 4, installed: view },
    },
  });
  expect(now().leavers.size).toBe(0);
});

test('M15a: outside, more than half of the sponsors must send the same view', () => {
  let state = outsideAnyView(a, 1);
  const take = (input: MembershipInput): void => void (state = step(state, input, 0).state);
  take({ kind: 'sponsors', peers: [b, c, d] });
  for (const from of [guest, b]) take({ kind: 'message', from, message: { kind: 'install', view } });
  expect(state.installed).toBeUndefined();
  take({ kind: 'message', from: c, message: { kind: 'install', view } });
  expect(state.installed).toEqual(view);
});

test('M16: a ballot is its owner’s, near, and no third one at once', () => {
  const { say, wait } = member();
  const [first, second, third] = [1, 2, 3].map((nth) => ballotOwnerOf(view, b, nth));
  expect(sent(say(c, { kind: 'prepare', ballot: first, previous: view }))).not.toContain('promise to c');
  expect(sent(say(b, { kind: 'prepare', ballot: 0xffff_fffd, previous: view }))).toContain('refuse to b');
  expect(sent(say(b, { kind: 'prepare', ballot: first, previous: view }))).toContain('promise to b');
  expect(sent(say(b, { kind: 'prepare', ballot: second, previous: view }))).toContain('promise to b');
  expect(sent(say(b, { kind: 'prepare', ballot: third, previous: view }))).toContain('refuse to b');
  wait(4_000);
  expect(sent(say(b, { kind: 'prepare', ballot: third, previous: view }))).toContain('promise to b');
});

test('M17: a view waits until this member knows why', () => {
  const { take, say } = member();
  const ballot = ballotOwnerOf(view, b, 1);
  const effects = say(b, { kind: 'accept', ballot, previous: 4, view: without(d, ballot) });
  expect(sent(effects)).not.toContain('acknowledge to b');
  take({ kind: 'silent', peer: d });
  expect(sent(take({ kind: 'lost', peer: d }))).toContain('acknowledge to b');
});

test('M17, M20: a newcomer comes, and a member goes, only by a decision that this member knows', () => {
  const { take, say } = member();
  const ballot = ballotOwnerOf(view, b, 1);
  const next = { ...view, generation: ballot, members: [a, b, c, guest], ring: [0, 1, 2, 3] };
  expect(sent(say(b, { kind: 'accept', ballot, previous: 4, view: next }))).not.toContain('acknowledge to b');
  take({ kind: 'kick', peers: [d], isForGood: true });
  expect(sent(take({ kind: 'admit', peers: [guest] }))).toContain('acknowledge to b');
});

test('M17a: a newcomer that two members ask for was decided, though this member did not see it', () => {
  const { say } = member();
  const ballot = ballotOwnerOf(view, b, 1);
  const next = { ...view, generation: ballot, members: [a, b, c, guest], ring: [0, 1, 2, 3] };
  const ask = (from: MemberId): string[] =>
    sent(say(from, { kind: 'accept', ballot: ballotOwnerOf(view, from, 1), previous: 4, view: next }));
  expect(ask(b)).not.toContain('acknowledge to b');
  expect(ask(b)).not.toContain('acknowledge to b');
  expect(ask(c)).toContain('acknowledge to c');
});

test('M18: a view that two report is carried on, though this member cannot confirm it', () => {
  const { take, say, now } = member();
  take({ kind: 'new-attempt', generation: 4 });
  const { ballot } = now().proposal!;
  const next = { ...view, generation: ballot - 1, members: [a, b, c, guest], ring: [0, 1, 2, 3] };
  const acked = { ballot: ballot - 1, previous: 4, view: next };
  say(b, { kind: 'promise', ballot, previous: 4, acked });
  expect(now().proposal).toMatchObject({ stage: 'prepare' });
  say(c, { kind: 'promise', ballot, previous: 4, acked });
  expect(now().proposal).toMatchObject({ stage: 'accept', view: { members: next.members } });
});

test('M18: a view that one member reports alone is not carried on once the others have answered', () => {
  const { take, say, now } = member();
  take({ kind: 'new-attempt', generation: 4 });
  const { ballot } = now().proposal!;
  const acked = { ballot: ballot - 1, previous: 4, view: without(c, ballot - 1) };
  say(d, { kind: 'promise', ballot, previous: 4, acked });
  // With b and c unheard of, a quorum may have chosen it: and this member cannot confirm it.
  say(b, { kind: 'promise', ballot, previous: 4 });
  expect(now().proposal).toMatchObject({ stage: 'accept', view: { members: view.members } });
});

test('M20a: attempts without a cause: one in 10 s, three a minute, then its author is named', () => {
  const { say, now, wait } = member();
  const named: string[] = [];
  let taken = 0;
  for (let i = 0; i < 50; i++) {
    const { generation } = now().installed;
    const effects = say(d, {
      ...{ kind: 'status', lineage: view.lineage, generation, hears: [], lost: [], attemptAfter: generation },
    });
    for (const effect of effects) if (effect.kind === 'offence') named.push(effect.peer);
    if (now().attemptAfter === generation) {
      taken++;
      Object.assign(now(), { attemptAfter: 0 });
    }
    wait(1_000);
  }
  expect([taken, new Set(named)]).toEqual([3, new Set([d])]);
});
