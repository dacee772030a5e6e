import { expect, test } from 'vitest';
import { step } from './membership';
import { statusEveryMs } from './status';
import { outsideAnyView, type MembershipEffect, type MembershipInput } from './membership-state';
import type { PlainMessage } from './messages';
import type { MemberId, View } from './view';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16));
const view: View = { lineage: '0000abcd', generation: 3, members: [a, b, c, d], ring: [0, 1, 2, 3] };
const status: PlainMessage = {
  ...{ kind: 'status', lineage: view.lineage, generation: 3, hears: [], lost: [], attemptAfter: 0 },
};

/** Member `a` of the view, which hears the given peers; time is told with each input. */
function member(...peers: MemberId[]) {
  let state = outsideAnyView(a, 1);
  const take = (input: MembershipInput, nowMs: number): readonly MembershipEffect[] => {
    const taken = step(state, input, nowMs);
    state = taken.state;
    return taken.effects;
  };
  for (const peer of peers) take({ kind: 'heard', peer }, 0);
  take({ kind: 'sponsors', peers: [b] }, 0);
  take({ kind: 'message', from: b, message: { kind: 'install', view } }, 0);
  take({ kind: 'tick' }, 1);
  return take;
}

const sent = (effects: readonly MembershipEffect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === 'send' ? [`${effect.message.kind} to ${effect.to[0]}`] : []));

test('M13: every second a status, and the view itself to a member heard that said nothing in it', () => {
  const take = member(b, c, d);
  for (const from of [c, d]) take({ kind: 'message', from, message: status }, 2);
  expect(sent(take({ kind: 'tick' }, 500))).toEqual([]);
  expect(sent(take({ kind: 'tick' }, statusEveryMs + 1)).sort()).toEqual([
    'install to b',
    'status to b',
    'status to c',
    'status to d',
  ]);
});

test('M13: a change goes out at once, by others where a link is missing', () => {
  const take = member(b, c, d);
  // Also straight to the silent one: it may hear this member, and takes its word from its link only (M15).
  expect(sent(take({ kind: 'silent', peer: c }, 600)).sort()).toEqual([
    'relay to b',
    'relay to c',
    'relay to d',
  ]);
});

test('M14: a relayed message goes on once, straight to its receiver where there is a link', () => {
  const take = member(b, c);
  const relay = (to: MemberId, id: number): MembershipInput => ({
    kind: 'message',
    from: b,
    message: { kind: 'relay', from: d, to, id, message: status },
  });
  expect(sent(take(relay(c, 1), 100))).toEqual(['relay to c']);
  expect(sent(take(relay(c, 1), 101))).toEqual([]);
  // A member without a link here gets it by way of all but the one that brought it.
  expect(sent(take(relay('e'.repeat(16), 2), 102))).toEqual(['relay to c']);
  expect(sent(take(relay(a, 3), 103))).toEqual([]);
});

test('M14: the last 64 of an author are remembered, older ones count as passed on', () => {
  const take = member(b, c);
  const relay = (id: number): MembershipInput => ({
    kind: 'message',
    from: b,
    message: { kind: 'relay', from: d, to: c, id, message: status },
  });
  for (let id = 10; id < 74; id++) expect(sent(take(relay(id), 100))).toHaveLength(1);
  expect(sent(take(relay(9), 101))).toEqual([]);
  expect(sent(take(relay(74), 102))).toHaveLength(1);
});

test('M14: a message that came before changes nothing, so its copies cost little', () => {
  const relay: MembershipInput = {
    kind: 'message',
    from: b,
    message: { kind: 'relay', from: c, to: 'all', id: 1, message: status },
  };
  const inView = { ...outsideAnyView(a, 1), installed: view };
  const first = step(inView, relay, 100).state;
  expect(step(first, relay, 101)).toEqual({ state: first, effects: [] });
  expect(step(first, relay, 101).state).toBe(first);
  const own = { ...relay, message: { ...relay.message, from: a } } as MembershipInput;
  expect(step(first, own, 102).state).toBe(first);
});

test('M5a: who hears a member that is behind sends it the view; a relayed status has no answer', () => {
  const late: PlainMessage = { ...status, generation: 2 };
  const take = member(b);
  expect(sent(take({ kind: 'message', from: b, message: late }, 10))).toEqual(['install to b']);
  const relayed = { kind: 'relay', from: c, to: a, id: 1, message: late } as const;
  expect(sent(take({ kind: 'message', from: b, message: relayed }, 11))).toEqual([]);
});
