// Nothing private is in a RingView: no name, no id, no key, no file's name, nothing of the replica's own. Every private value
// of the sources is marked here, and none of the marks is in the message.
import { expect, test } from 'vitest';
import { history } from '../../tools/lab/fixtures/history';
import { snapshotOf } from '../../tools/lab/fixtures/snapshot';
import { states } from '../../tools/lab/fixtures/states';
import type { Changed, OwnView, PeerStatus, RunConfig } from './protocol';
import { ringViewOf } from './ring-view';
import { packMessage } from './watch/ring-message';
import { unexpected } from '../base/sayings';

const setup = states.map((state) => state()).find(({ name }) => name === 'training-8')!;
const records = history(setup);
const snapshot = snapshotOf(setup, records);
const [markedId, markedDigest] = ['deadbeef'.repeat(2), 'facade00'.repeat(2)];
const markedNumber = 7.77077;

/** What is a member's: its name, id, device and clock. */
function marked(peer: PeerStatus, index: number): PeerStatus {
  return {
    ...peer,
    ...{
      id: `${markedId}${index}`,
      name: `Private ${index}`,
      device: 'Private device',
      digest: markedDigest,
    },
    clock: { offsetMs: markedNumber, errorMs: markedNumber },
    ...{ roundTripMs: markedNumber, edgeMs: markedNumber, claimedExamples: markedNumber },
  };
}

const data = { kind: 'text', name: 'Private.txt', sha256: markedDigest.repeat(4), characters: 9, tokens: 9 };
const attemptSettings = {
  ...{
    data: 'moons',
    parameters: 1,
    replicas: 2,
    batch: 3,
    learningRate: 0.1,
    optimizer: 'sgd',
    codec: 'f32',
  },
  ...{ topology: 'ring', buckets: 'single', overlap: true, innerSteps: 1, isSlowed: false },
};
/** All that the ring and the room’s document may hold, of a room that goes on. */
const room: Required<Omit<NonNullable<OwnView['room']>, 'isEnded'>> = {
  shows: 'split',
  ...{ asked: 1, question: { number: 1, asks: { kind: 'loss', step: 200, most: 1 } } },
  areNamesHidden: true,
  onlyWebRtc: true,
  door: 'asks',
  copyOf: markedDigest,
  ...{ admitted: [markedDigest], host: markedDigest, heir: markedDigest },
  renamed: [{ member: markedId, name: 'Private by the host' }],
  trusted: [{ member: markedId, examples: markedNumber }],
  league: {
    target: 0.2,
    attempts: [
      { run: 1, step: 2, ms: 3, bytes: 4, digest: markedDigest, settings: attemptSettings, isChanged: false },
    ],
  },
};
const own: OwnView = {
  ...snapshot,
  phase: {
    kind: 'training',
    waitingFor: { peer: markedId, what: unexpected('Private Heron'), sinceMs: markedNumber },
  },
  self: markedId,
  config: { ...snapshot.config!, data: data as unknown as RunConfig['data'] },
  peers: snapshot.peers.map(marked),
  digest: markedDigest,
  room,
  network: { everyEdge: null, edges: [{ a: markedId, b: markedDigest, profile: null }] },
  handOver: { token: markedDigest },
  ownAnswer: markedNumber,
  answersSoFar: [markedNumber],
  lobby: [{ id: markedId, name: 'Private at the door' }],
  removed: [{ id: markedId, name: 'Private, removed' }],
  forkCheckpoint: { lineage: markedId, step: 1, examples: 1 },
};

test('R19f a view of the ring holds nothing private', () => {
  const asked = { question: room.question, answers: [markedNumber], of: 3 };
  const named = records.map((record) => ({
    ...record,
    digest: markedDigest,
    digests: { [markedId]: markedDigest },
    contributions: { [markedId]: 4 },
    splits: { [markedId]: Object.values(records.at(-1)!.splits)[0] },
  }));
  const slow = { bitsPerSecond: 5e6, delayMs: 40, jitterMs: 0, loss: 0 };
  const slowed = { everyEdge: null, edges: [{ a: markedId, b: markedDigest, profile: slow }] };
  const changes: readonly Changed[] = [
    { what: 'members', step: 3, before: [markedId], after: [markedId, markedDigest] },
    { what: 'network', step: 4, before: own.network, after: slowed },
  ];
  const recent = {
    records: named,
    curve: [[1, 0.5]] as const,
    contributors: 8,
    validation: undefined,
    changes,
  };
  const view = ringViewOf({ ...snapshot, ...own, asked, recent });
  expect(view.changes).toEqual([
    { what: 'members', step: 3, after: 2 },
    { what: 'network', step: 4, after: { everyEdge: null, edges: 1, isEvery: false } },
  ]);
  expect([view.ring.length, view.question?.answered, view.league?.best.length]).toEqual([8, 1, 1]);
  // A view is sent from a whole snapshot: what is the replica's own stays behind.
  const text = JSON.stringify(packMessage({ ...view, ...own }, 1));
  expect(text).not.toMatch(/private/i);
  for (const mark of [markedId, markedDigest, String(markedNumber)]) expect(text).not.toContain(mark);
});

test('R19f what a view says in words is a word that the schema names', () => {
  const words = stringsIn(packMessage(snapshot, 1));
  expect(words.filter((word) => !/^[a-z0-9-]{1,24}$/.test(word))).toEqual([]);
});

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
