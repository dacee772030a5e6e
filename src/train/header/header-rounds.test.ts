// H1, H3: one round of records after another, within one view.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import type { RecordMessage } from '../../collectives/all-gather-records';
import { readRecordFrame } from '../../collectives/record-frame';
import { ManualClock } from '../../base/clock';
import { DeadlineError } from '../../base/deadline';
import { drive, driveFor } from '../../base/testing/drive-clock';
import { Hub } from '../peers/hub';
import { HandLink } from '../testing/hand-link';
import { ids, recordOf, viewOf } from '../testing/samples';
import { encodeRecord, type HeaderRecord } from './header-record';
import { headerStallMs, HeaderRounds } from './header-rounds';

const view = viewOf(ids.slice(0, 3));
const [self, b, c] = view.members;

function scene() {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const links = [b, c].map((peer) => {
    const link = new HandLink(clock);
    hub.add(peer, link);
    return link;
  });
  /** What each peer was sent: rank and round. */
  const sent = () =>
    links.map((link) =>
      link.sent.map((frame) => {
        const read = readRecordFrame(self, frame);
        return read.ok && [read.value.rank, read.value.key.round];
      }),
    );
  const offences: string[] = [];
  let ahead = 0;
  const rounds = new HeaderRounds({
    mayHaveAmounts: () => false,
    host: { self, clock, isHeard: () => true, nameOf: (member) => member },
    hub,
    onOffence: (peer, what) => void offences.push(`${peer[0]}: ${inEnglish(what)}`),
    onAhead: () => ahead++,
  });
  rounds.begin(view);
  const take = (
    from: string,
    round: number,
    bytes: Uint8Array,
    change: Partial<RecordMessage> = {},
  ): boolean => {
    const { lineage, generation } = view;
    const key = { lineage, generation, round };
    return rounds.take(from, { key, rank: view.members.indexOf(from), bytes, isFlooded: false, ...change });
  };
  const of = (from: string, round: number, record: HeaderRecord = recordOf()): boolean =>
    take(from, round, encodeRecord(record));
  return { clock, rounds, sent, offences, take, of, ahead: () => ahead, signal: new AbortController() };
}

test('H1: a round ends once every member’s record is here; the records are in order of rank', async () => {
  const { clock, rounds, sent, of, signal } = scene();
  const records = [1, 2, 3].map((version) => recordOf({ version }));
  const open = rounds.open(0, records[0], signal.signal);
  expect(sent()).toEqual([[[0, 0]], [[0, 0]]]);
  of(c, 0, records[2]);
  expect(rounds.missing()).toEqual([b]);
  of(b, 0, records[1]);
  expect(await drive(clock, open)).toEqual(records);
});

test('H1: the last sender is named, unless this replica’s own record was the last', async () => {
  const { clock, rounds, of, signal } = scene();
  const first = rounds.open(0, recordOf(), signal.signal);
  of(c, 0);
  of(b, 0);
  await drive(clock, first);
  expect(rounds.lastToCome).toBe(b);
  of(b, 1); // before this replica's own
  of(c, 1);
  await drive(clock, rounds.open(1, recordOf(), signal.signal));
  expect(rounds.lastToCome).toBeUndefined();
});

test('H22: a record that cannot be read is not taken; its author is named, and out if nobody passes on another', async () => {
  for (const isPassedOn of [true, false]) {
    const { clock, rounds, take, of, offences, signal } = scene();
    const open = rounds.open(0, recordOf(), signal.signal).catch((reason: unknown) => reason);
    of(b, 0);
    expect(take(c, 0, encodeRecord(recordOf({ version: 1.5 })))).toBe(true);
    expect(rounds.missing()).toEqual([c]);
    expect(offences.map((text) => text.slice(0, 2))).toEqual(['c:']);
    if (isPassedOn) take(b, 0, encodeRecord(recordOf({ version: 7 })), { rank: 2, isFlooded: true });
    const ended = await drive(clock, open);
    if (isPassedOn) expect((ended as HeaderRecord[])[2].version).toBe(7);
    else expect(ended).toMatchObject({ name: 'StalledError', members: [c] });
  }
});

test('S5: a header without a new record for 60 s fails and names the members it lacks', async () => {
  const { clock, rounds, of, signal } = scene();
  const open = rounds.open(0, recordOf(), signal.signal).catch((reason: unknown) => reason);
  await driveFor(clock, headerStallMs - 1);
  of(b, 0); // progress: the time begins again
  await driveFor(clock, headerStallMs - 1);
  expect(rounds.missing()).toEqual([c]);
  const error = await drive(clock, open);
  expect(error).toBeInstanceOf(DeadlineError);
  expect(String(error)).toContain(c);
  expect(clock.now()).toBe(2 * headerStallMs - 1);
});

test('H3: a record of another generation or lineage, or without a view, is ignored', () => {
  const { rounds, of, take } = scene();
  const bytes = encodeRecord(recordOf());
  for (const key of [
    { lineage: view.lineage, generation: view.generation + 1, round: 0 },
    { lineage: view.lineage, generation: view.generation - 1, round: 0 },
    { lineage: 'fedcba98', generation: view.generation, round: 0 },
  ])
    expect(take(b, 0, bytes, { key })).toBe(false);
  expect(of(b, 0)).toBe(true);
  rounds.end();
  expect(of(c, 0)).toBe(false);
});

test('H1: a record of a later round wakes this replica; one of the present round does not', async () => {
  const { clock, rounds, of, ahead, signal } = scene();
  of(b, 0); // before its own first record
  expect(ahead()).toBe(1);
  const open = rounds.open(0, recordOf(), signal.signal);
  of(c, 0);
  await drive(clock, open);
  expect(ahead()).toBe(1);
  of(c, 1);
  expect(ahead()).toBe(2);
  of(c, 1); // again: nothing new
  expect(ahead()).toBe(2);
});

test('C6: an offence is named, and the first record stays', async () => {
  const { clock, rounds, of, take, offences, signal } = scene();
  const open = rounds.open(0, recordOf(), signal.signal);
  of(b, 0, recordOf({ version: 7 }));
  expect(of(b, 0, recordOf({ version: 8 }))).toBe(true);
  take(b, 0, encodeRecord(recordOf()), { rank: 2 });
  of(c, 0);
  expect((await drive(clock, open))[1].version).toBe(7);
  expect(offences.map((text) => text.slice(0, 2))).toEqual(['b:']);
});

test('a new view begins at round 0, and an abort ends the open round', async () => {
  const { clock, rounds, of, signal } = scene();
  const open = rounds.open(0, recordOf(), signal.signal).catch((reason: unknown) => reason);
  const reason = new Error('generation 4 was installed');
  rounds.abort(reason);
  expect(await drive(clock, open)).toBe(reason);
  rounds.begin({ ...view, generation: 4 });
  expect(of(b, 0)).toBe(false); // of generation 3
  expect(rounds.missing().length).toBe(3);
});

test('S17a: it tells when the others had said their records of the coming round', async () => {
  const { clock, rounds, of, signal } = scene();
  of(b, 0);
  expect([rounds.cameMs([b]), rounds.cameMs([b, c]), rounds.cameMs([])]).toEqual([0, undefined, undefined]);
  await driveFor(clock, 40);
  of(c, 0);
  expect(rounds.cameMs([b, c])).toBe(40);
  expect(rounds.cameMs([b, ids[9]])).toBe(0); // who left does not count
  await drive(clock, rounds.open(0, recordOf(), signal.signal));
  expect(rounds.cameMs([b])).toBeUndefined();
  of(b, 1);
  expect(rounds.cameMs([b])).toBe(clock.now());
  rounds.begin(view);
  expect(rounds.cameMs([b])).toBeUndefined();
});
