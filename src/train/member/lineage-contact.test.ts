// S4: which of two lineages yields, and what its members keep.
import type { Saying } from '../../base/sayings';
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import type { View } from '../../membership/view';
import { ids, ringOf, viewOf } from '../testing/samples';
import { loopScene } from '../testing/loop-scene';
import type { MembershipDriver } from '../peers/membership-driver';
import { LineageContact, trialMs, yieldsTo } from './lineage-contact';

test.each([
  ['fewer examples', { lineage: 'a', examples: 5 }, { lineage: 'b', examples: 6 }, true],
  ['more examples', { lineage: 'b', examples: 6 }, { lineage: 'a', examples: 5 }, false],
  ['as many, and the larger name', { lineage: 'b', examples: 5 }, { lineage: 'a', examples: 5 }, true],
  ['as many, and the smaller name', { lineage: 'a', examples: 5 }, { lineage: 'b', examples: 5 }, false],
  ['the same lineage', { lineage: 'a', examples: 5 }, { lineage: 'a', examples: 9 }, false],
])('S4: a lineage with %s', (_, mine, theirs, yields) => {
  expect(yieldsTo(mine, theirs)).toBe(yields);
});

/** `members`: of this replica's view; `stood`: with whom it was in a view before; `claims`: peer → examples. */
function contactOf(members: number, stood: number, claims: readonly number[]) {
  const outside: string[] = [];
  const disbelieved: string[] = [];
  const clock = new ManualClock();
  const peers = claims.map((_, i) => ids[members + i]);
  const driver = {
    view: viewOf(ids.slice(0, members)) as View | undefined,
    phase: { kind: 'steady' } as MembershipDriver['phase'],
    goOutside: (why: Saying) => void outside.push(inEnglish(why)),
  };
  const contact = new LineageContact(
    clock,
    {
      members: driver,
      hellos: {
        ringOf: (peer) => ringOf({ lineage: 'ffffffff', examples: claims[peers.indexOf(peer)] }),
        claimers: () => peers,
        disbelieve: (those) => void disbelieved.push(...those),
      },
      replica: { followed: undefined },
    },
    { nameOf: (peer) => peer, notify: () => undefined },
  );
  contact.installed(viewOf([...ids.slice(0, members), ...peers.slice(0, stood)]));
  return { contact, outside, disbelieved, clock, driver, peers };
}

test.each([
  ['a guest', 4, 0, [1e15], 0],
  ['many guests', 4, 0, [1e15, 1e15, 1e15, 1e15, 1e15], 0],
  ['one that stood with it, and guests', 4, 1, [1e15, 1e15, 1e15], 0],
  ['two that stood with it', 4, 2, [10, 10], 1],
  ['two that stood with it, of six', 6, 2, [10, 10], 0],
  ['two that stood with it, one of them lies', 4, 2, [0, 1e15], 0],
  ['a guest, to three', 3, 0, [1e15], 0],
  ['one that stood with it, to two', 2, 1, [10], 1],
] as const)('M19: another lineage that is named by %s', (_, members, stood, claims, leaves) => {
  const { contact, outside, peers } = contactOf(members, stood, claims);
  for (const peer of peers) contact.compare(peer);
  expect(outside.length > 0 ? 1 : 0).toBe(leaves);
});

test('M19, S4: two of six that stood with it went on by the host’s command: one without a quorum joins them', () => {
  const { contact, outside, driver, clock, peers } = contactOf(6, 2, [10, 10]);
  driver.phase = { kind: 'no-quorum', reason: 'two of six', gone: [], sinceMs: clock.now() };
  contact.compare(peers[0]);
  expect(outside).toHaveLength(0);
  clock.after(10_000, () => contact.compare(peers[0]));
  clock.runNext();
  expect(outside).toHaveLength(1);
});

test('M19: a replica alone tries a stranger’s ring for 15 s, then does not believe it', () => {
  const { contact, outside, disbelieved, clock, driver, peers } = contactOf(1, 0, [1e15]);
  contact.compare(peers[0]);
  driver.view = undefined;
  expect(outside).toHaveLength(1);
  while (clock.now() < trialMs) clock.runNext();
  expect(disbelieved).toEqual(peers);
});

async function scene(theirExamples: number | undefined) {
  const { replica, runs } = loopScene();
  await runs({ step: 3, examples: 12 });
  const outside: string[] = [];
  const ring = theirExamples === undefined ? null : ringOf({ lineage: 'ffffffff', examples: theirExamples });
  const contact = new LineageContact(
    new ManualClock(),
    {
      members: {
        view: viewOf(ids.slice(0, 1)),
        phase: { kind: 'steady' },
        goOutside: (why) => void outside.push(inEnglish(why)),
      },
      hellos: { ringOf: () => ring, claimers: () => ids.slice(1, 2), disbelieve: () => undefined },
      replica,
    },
    { nameOf: () => 'Bea', notify: () => undefined },
  );
  return { contact, outside };
}

test('S4: a member of the lineage that yields goes outside', async () => {
  const { contact, outside } = await scene(13);
  contact.compare(ids[1]);
  expect(outside).toEqual(['Bea’s ring has trained on more examples: joining it']);
});

test('S4: no other ring, or one with fewer examples: no reason to leave', async () => {
  for (const examples of [undefined, 11]) {
    const { contact, outside } = await scene(examples);
    contact.compare(ids[1]);
    expect(outside).toEqual([]);
  }
});
