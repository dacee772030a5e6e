// H1: what a replica says in its record, by its participation, and the header it gathers.
import { expect, test } from 'vitest';
import { drive } from '../../base/testing/drive-clock';
import type { CatchUp } from '../catch-up/catch-up';
import { encodeRecord } from '../header/header-record';
import { beginCatchUp, leaveView } from '../participation/participation';
import { newRun } from '../run/run-state';
import { loopScene, sceneConfig } from '../testing/loop-scene';
import { ids, recordOf } from '../testing/samples';
import { gather } from './gather';
import { localRecord } from './local-record';
import { prepare } from './prepare';

const edge = {
  ...{ edgeMs: 0, flightsMs: [], machineMates: 0 },
  ...{ requestsReorder: false, lacksLink: false, hasStalled: false },
};
const nothing = { version: 0, digest: '0'.repeat(16), contribution: 0, progress: 0, requestsPause: false };

test('outside or without a state it speaks for nothing, whatever it stores', async () => {
  const { parts, replica, runs } = loopScene();
  expect(localRecord(parts, edge)).toMatchObject({ status: 'empty', ...nothing });
  await runs();
  replica.become(leaveView(replica.participation));
  expect(localRecord(parts, edge)).toMatchObject({ status: 'empty', ...nothing, withheld: 'none' });
});

test('current, it says version, digest and the terms of its shard', async () => {
  const { parts, replica, runs } = loopScene();
  await runs();
  const { digest } = replica.held!;
  expect(localRecord(parts, edge)).toMatchObject({ status: 'current', version: 5, digest, contribution: 4 });
});

test('S11: a gradient that it withholds is announced as no contribution, with the reason', async () => {
  const { parts, replica, runs, abort, clock } = loopScene();
  await runs();
  await drive(clock, prepare(parts, abort.signal));
  await replica.device.gradient!.withhold('non-finite');
  expect(localRecord(parts, edge)).toMatchObject({ contribution: 0, withheld: 'non-finite' });
});

test('J1: catching up, it says the version that it follows and the digest of its snapshot', async () => {
  const { parts, replica, runs } = loopScene();
  await runs();
  const log = { state: { ...newRun(sceneConfig), version: 12 } };
  const catchUp = { log, digest: 'f'.repeat(16), progress: 0.5, requestsPause: true } as unknown as CatchUp;
  replica.become(beginCatchUp(replica.participation, catchUp));
  const { version } = log.state;
  const said = { version, digest: 'f'.repeat(16), contribution: 0, progress: 0.5, requestsPause: true };
  expect(localRecord(parts, edge)).toMatchObject({ status: 'catching-up', ...said });
});

test('it says whom it accuses, what it measured, and what it may admit', async () => {
  const { parts, runs } = loopScene();
  await runs();
  parts.local.accused = ids[3];
  parts.local.computed(100, 50);
  const deps = { ...parts.deps, candidates: () => [ids[4]] };
  const record = localRecord(
    { ...parts, deps },
    { ...edge, edgeMs: 7, flightsMs: [0, 3], machineMates: 2, requestsReorder: true },
  );
  expect(record).toMatchObject({
    accused: ids[3],
    candidates: [ids[4]],
    edgeMs: 7,
    flightsMs: [0, 3],
    machineMates: 2,
    requestsReorder: true,
    lacksLink: false,
    hasStalled: false,
  });
  expect(record.termsPerSecond).toBeCloseTo(2000);
});

test('the header holds every record in order of rank; commands that come later are not of it', async () => {
  const { parts, view, runs, abort, clock, activities } = loopScene({ members: ids.slice(0, 2) });
  await runs();
  parts.headers.begin(view);
  const gathering = gather(parts, view, 0, abort.signal);
  const bytes = encodeRecord(recordOf({ version: 5 }));
  const { lineage, generation } = view;
  const key = { lineage, generation, round: 0 };
  parts.headers.take(ids[1], { key, rank: 1, bytes, isFlooded: false });
  const { header, commands } = await drive(clock, gathering);
  expect(header).toMatchObject({ view, round: 0 });
  expect(header.records.map(({ version, contribution }) => [version, contribution])).toEqual([
    [5, 4],
    [5, 0],
  ]);
  expect([commands, activities.at(-1)]).toEqual([[], 'header']);
});
