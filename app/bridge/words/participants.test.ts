// Every phase of the panel lab's fixtures: how many members take part, and the words for it. The numbers are written by
// hand.
import { describe, expect, test } from 'vitest';
import type { Phase, Snapshot } from '../../../src/replica/protocol';
import { lockstepWords } from './lockstep-words';
import { speakIn } from '../../testing/speak-in';
import { participants, withoutAnswer } from './participants';
import { phaseWords } from './phase-words';

const { scenarios } = await import('../../../tools/lab/fixtures/scenarios');

function snapshotOf(name: string): Snapshot {
  let snapshot: Snapshot | undefined;
  const handle = scenarios.find((scenario) => scenario.name === name)!.handle();
  handle.subscribe((event) => event.kind === 'snapshot' && (snapshot ??= event.snapshot))();
  return snapshot!;
}

function detailOf(name: string): string {
  const { place, replicas } = scenarios.find((scenario) => scenario.name === name)!;
  const shown = snapshotOf(name);
  const nameOf = (id: string): string => shown.peers.find((peer) => peer.id === id)?.name ?? id;
  return phaseWords(shown, nameOf, place === 'alone' ? { replicas } : undefined).detail;
}

type Row = readonly [name: string, headline: string, note: string, lockstep: string, detail: string];

const rows: readonly Row[] = [
  ['starting', '–', '', 'Not in the ring yet', 'Compiling the model.'],
  ['connecting', '–', '', 'Not in the ring yet', 'Waiting for Brave Otter and Swift Lynx.'],
  ['needs-file', '–', '', 'Not in the ring yet', 'fashion-mnist: choose it'],
  ['lobby', '5', '', 'In lockstep ✓', 'Press Start when everyone is here.'],
  ['lobby-guest', '3', '', 'In lockstep ✓', 'Waiting for the host to press Start.'],
  ['training-1', '1', '', 'Alone', 'Step 400 of 3,000, one replica by itself.'],
  ['training-3', '3', '', 'In lockstep ✓', 'Step 1,240 of 3,000, 3 replicas as one.'],
  ['training-8', '8', '1 joining', 'In lockstep ✓', 'Step 6,400 of 10,000, 8 replicas as one.'],
  ['door', '3', '2 at the door', 'In lockstep ✓', 'Step 600 of 3,000, 3 replicas as one.'],
  ['waits-at-door', '–', '', 'Not in the ring yet', 'Waiting until 10:45 for Calm Heron to let this device in.'],
  ['training-16', '16', '1 not heard', 'In lockstep ✓', 'without an answer the other 15 go on.'],
  ['joining', '3 of 4', '1 catching up', 'In lockstep ✓', '3 replicas as one. Witty Puffin is catching up.'],
  ['left-out', '4 of 6', '2 catching up', 'In lockstep ✓', '4 replicas as one. <b>Robert</b>; DROP and Bold Kestrel are catching up.'],
  ['waiting-3', '3', '2 not heard', 'In lockstep ✓', 'without an answer too few are left, and the ring stops until enough of them answer.'],
  ['disagreed', '4', '', 'Out of lockstep ✗', '4 replicas as one.'],
  ['regrouping', '4 of 5', '1 missing', 'In lockstep ✓', 'Without Swift Lynx: the members agree on a new ring.'],
  ['catching-up', '3 of 4', '1 catching up', 'Catching up', 'The ring goes on meanwhile.'],
  ['no-quorum', '1 of 4', '3 missing', 'Not compared', 'Only 1 of 4 members can be heard. Missing: Brave Otter, Swift Lynx and Witty Puffin.'],
  ['no-quorum-host', '2 of 5', '3 missing', 'Not compared', 'Only 2 of 5 members can be heard.'],
  ['paused', '3', '', 'In lockstep ✓', 'Press Resume to go on.'],
  ['finished', '3', '', 'In lockstep ✓', 'All 3,000 steps are done.'],
  ['diverged', '4', '', 'In lockstep ✓', 'The last good state is kept.'],
  ['failed', '–', '', 'Not in the ring', 'device lost: the driver was reset'],
  ['left', '–', '', 'Not in the ring', 'This tab is no longer part of the ring.'],
  ['alone-lobby', '2', '', 'In lockstep ✓', '2 of 4 replicas are here.'],
  ['alone-4', '4', '', 'In lockstep ✓', '4 replicas as one. They share this device.'],
]; // prettier-ignore

test.each(rows)('%s: %s takes part, %s', (name, headline, note, lockstep, detail) => {
  const shown = snapshotOf(name);
  expect(participants(shown)).toMatchObject({ headline, note });
  expect(lockstepWords(shown).text).toBe(lockstep);
  expect(detailOf(name)).toContain(detail);
});

test.each([
  ['de', '3 fehlen', '1 fehlt', '1 tritt bei', 'Nur 1 von 4 Mitgliedern ist zu hören.'],
  ['fr', '3 manquent', '1 manque', '1 arrive', 'Un seul membre sur 4 répond.'],
  ['es', '3 sin contacto', '1 sin contacto', '1 uniéndose', 'Solo se oye a 1 de 4 miembros.'],
] as const)('one and several are told apart in %s', async (language, many, one, joins, heard) => {
  await speakIn(language);
  const noteOf = (name: string): string => participants(snapshotOf(name)).note;
  expect([noteOf('no-quorum'), noteOf('regrouping'), noteOf('training-8')]).toEqual([many, one, joins]);
  expect(detailOf('no-quorum')).toContain(heard);
});

test('the rows above contain every phase', () => {
  const kinds = new Set(rows.map(([name]) => snapshotOf(name).phase.kind));
  const all: Readonly<Record<Phase['kind'], true>> = {
    starting: true, 'needs-file': true, connecting: true, lobby: true, 'catching-up': true, training: true, regrouping: true,
    'no-quorum': true, paused: true, finished: true, diverged: true, failed: true, left: true,
  }; // prettier-ignore
  expect([...kinds].sort()).toEqual(Object.keys(all).sort());
});

test('a lost link that the ring avoids excludes no member: all members are in every sum', () => {
  const shown = snapshotOf('training-3');
  const peers = shown.peers.map((peer) => ({ ...peer, state: peer.isSelf ? peer.state : ('lost' as const) }));
  expect(participants({ ...shown, peers })).toMatchObject({ now: 3, headline: '3', note: '' });
});

describe('what follows when nobody answers', () => {
  /** A ring of `size`, seen by the member of rank `self`. The ranks in `silent` do not answer. */
  const ring = (size: number, self: number, silent: readonly number[]): string => {
    const shown = snapshotOf('training-16');
    const peers = shown.peers
      .slice(0, size)
      .map((peer, rank) => ({ ...peer, rank, name: `m${rank}`, isSelf: rank === self, state: 'member' as const })); // prettier-ignore
    return withoutAnswer({ ...shown, peers }, silent.map((rank) => `m${rank}`)); // prettier-ignore
  };

  test.each([
    [2, 0, [1], 'this replica goes on alone'],
    [2, 1, [0], 'this replica soon goes on alone, as a lineage of its own'],
    [3, 0, [1], 'the other 2 go on'],
    [3, 0, [1, 2], 'too few are left'],
    [4, 0, [2, 3], 'the other 2 go on'],
    [4, 3, [0, 1], 'too few are left'],
    [5, 4, [0, 1], 'the other 3 go on'],
  ])('%d members, seen by rank %d, without %j', (size, self, silent, words) => {
    expect(ring(size, self, silent)).toContain(words);
  });
});

test('a newcomer without the file learns that members can send it', () => {
  const shown = snapshotOf('needs-file');
  const { sha256 } = shown.phase as Extract<Phase, { kind: 'needs-file' }>;
  const none = {
    canOffer: false,
    isPreparing: false,
    holders: [],
    sentBytes: 0,
    receivers: 0,
    givesAll: false,
  } as const;
  const words = (sharing: Partial<NonNullable<Snapshot['sharing']>>) =>
    phaseWords(
      {
        ...shown,
        sharing: { ...none, offer: undefined, receiving: undefined, problem: undefined, ...sharing },
      },
      String,
    );
  const detail = (sharing: Partial<NonNullable<Snapshot['sharing']>>): string => words(sharing).detail;
  expect(detail({})).toMatch(/choose it on this device\.$/);
  expect(detail({ offer: { sha256: 'of another run', bytes: 9 } })).toMatch(/choose it on this device\.$/);
  expect(detail({ offer: { sha256, bytes: 9 } })).toMatch(/its members can send it to you\.$/);
  expect(detail({ offer: { sha256, bytes: 9 }, receiving: { bytes: 3, from: 0, isLinked: false } })).toMatch(
    /^Waiting for a link/,
  );
  expect(
    words({ offer: { sha256, bytes: 9 }, receiving: { bytes: 3, from: 1, isLinked: true } }),
  ).toMatchObject({
    title: 'Fetching the data',
    detail: expect.stringMatching(/members of this room: 33\u00a0%\.$/) as string,
  });
});
