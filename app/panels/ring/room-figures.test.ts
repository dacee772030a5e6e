import { expect, test } from 'vitest';
import { stepCost } from '../../../src/calculator/step-cost';
import type { CodecSetting } from '../../../src/codecs/setting';
import type { Snapshot, StepRecord, StepSplit } from '../../../src/replica/protocol';
import { streamingDiloco } from '../../../src/train/run/modes/streaming';
import { syncNamed } from '../../../src/train/run/sync';
import { costSteps } from './link-cost';
import { roomFigures } from './room-figures';

/** 100 kB, and two replicas on a link of 10 MB/s. */
const shown = (overlap: boolean, codec: CodecSetting = { kind: 'f32' }) =>
  ({
    peers: [
      { isSelf: true, ringPosition: 0 },
      { isSelf: false, ringPosition: 1, bytesPerSecond: 1e7, rateBasis: 'traffic' },
    ],
    worldSize: 2,
    parameterCount: 25_000,
    buckets: { overlap, codec },
  }) as unknown as Snapshot;

const split = (computeMs: number, overlappedMs: number, exposedMs: number): StepSplit => ({
  computeMs,
  overlappedMs,
  exposedMs,
  waitingMs: 4,
  otherMs: 2,
  wallMs: computeMs + overlappedMs + exposedMs + 6,
});

const steps = (a: StepSplit, b: StepSplit): StepRecord[] =>
  Array(costSteps).fill({
    allReduceMs: 14,
    worldSize: 2,
    run: 1,
    generation: 1,
    topology: 'ring',
    codec: 'f32',
    splits: { a, b },
  }) as StepRecord[];

test('the room’s α, β, parameters, N and compute time, averaged over its replicas', () => {
  // 14 ms a sum: 2 × 5 ms of bytes, and 2 ms for each message.
  const figures = roomFigures(shown(true), steps(split(20, 5, 9), split(28, 7, 7)));
  expect(figures).toMatchObject({
    kind: 'measured',
    setup: {
      parameters: 25_000,
      worldSize: 2,
      megabitPerSecond: 80,
      latencyMs: 2,
      computeMs: 30,
      overlapShare: 0.2,
      isSharedAir: false,
      algorithm: 'ring',
      localSteps: 1,
      compression: 1,
    },
    point: { megabitPerSecond: 80 },
    stepMs: 44,
    leftOutMs: 6,
  });
  if (figures.kind !== 'measured') return;
  expect(figures.point.utilisation).toBeCloseTo(30 / 44, 12);
  // 30 ms of compute, 14 of sum, 6 of them hidden: what was measured, but for the 6 ms that the model leaves out.
  expect(stepCost(figures.setup).stepMs).toBeCloseTo(figures.stepMs - figures.leftOutMs, 9);
});

test('a run that does not overlap has no overlap', () => {
  const figures = roomFigures(shown(false), steps(split(20, 0, 14), split(20, 0, 14)));
  expect(figures).toMatchObject({ setup: { overlapShare: 0 } });
});

const local = (records: StepRecord[], innerSteps: number, fragments?: number): StepRecord[] =>
  records.map((record) => ({
    ...record,
    local: {
      ...{ innerSteps, innerRate: 0.1, outerRate: 0.7, planned: 1 },
      ...(fragments ? { fragment: { number: 1, of: fragments } } : {}),
    },
  }));

test('with local steps: H, the compute of one of them, and no overlap', () => {
  const sync = syncNamed('diloco', 8);
  const figures = roomFigures(
    { ...shown(true), sync },
    local(steps(split(160, 0, 14), split(240, 0, 14)), 8),
  );
  // A step of the ring: 200 ms of compute, 14 of sum, 6 left out; an eighth of it for each local step.
  expect(figures).toMatchObject({
    kind: 'measured',
    setup: { computeMs: 25, localSteps: 8, overlapShare: 0, compression: 1 },
    stepMs: 220 / 8,
    leftOutMs: 6 / 8,
  });
  if (figures.kind !== 'measured') return;
  expect(figures.point.utilisation).toBeCloseTo(200 / 220, 12);
  expect(stepCost(figures.setup).stepMs).toBeCloseTo(figures.stepMs - figures.leftOutMs, 9);
});

test('Streaming DiLoCo: a fragment a sum, which may travel for the inner steps of its delay', () => {
  const sync = streamingDiloco(16, { fragments: 4, delay: 1 });
  const records = local(steps(split(80, 20, 0), split(80, 20, 0)), 4, 4);
  expect(roomFigures({ ...shown(false), sync }, records)).toMatchObject({
    setup: { computeMs: 25, localSteps: 4, overlapShare: 0.25, compression: 4 },
  });
});

test('steps before a change of the mode do not count', () => {
  const sync = syncNamed('diloco', 8);
  const [before, after] = [
    steps(split(20, 5, 9), split(28, 7, 7)),
    local(steps(split(160, 0, 14), split(240, 0, 14)), 8),
  ];
  const figures = roomFigures({ ...shown(true), sync }, [...before, ...after.slice(0, 8)]);
  expect(figures).toMatchObject({ setup: { computeMs: 25 }, stepMs: 220 / 8 });
  expect(roomFigures({ ...shown(true), sync }, before)).toMatchObject({ kind: 'not yet' });
});

test('what is not yet known says why', () => {
  const records = steps(split(20, 0, 14), split(20, 0, 14));
  const why = (change: Partial<Snapshot>, some = records) => roomFigures({ ...shown(true), ...change }, some);
  expect(why({ worldSize: 1 })).toMatchObject({
    kind: 'not yet',
    why: expect.stringContaining('one replica'),
  });
  expect(why({}, records.slice(0, 3))).toMatchObject({ why: expect.stringContaining('too few steps') });
  const unmeasured = { peers: shown(true).peers.slice(0, 1) };
  expect(why(unmeasured)).toMatchObject({ why: expect.stringContaining('not been measured') });
});

test('a room beyond the calculator’s bounds is clamped', () => {
  const peers = shown(true).peers.map((peer) => ({ ...peer, bytesPerSecond: 1e15 }));
  const figures = roomFigures({ ...shown(true), peers }, steps(split(20, 5, 9), split(20, 5, 9)));
  expect(figures).toMatchObject({ setup: { megabitPerSecond: 1_000_000 } });
});

test('with a codec the calculator compresses by what it makes of the gradient', () => {
  const records = steps(split(20, 5, 9), split(28, 7, 7)).map((record) => ({
    ...record,
    codec: 'int8' as const,
  }));
  const figures = roomFigures(shown(true, { kind: 'int8' }), records);
  // 25,000 bytes, and 196 scales of 4 bytes.
  expect(figures).toMatchObject({ kind: 'measured', setup: { compression: 3.88 } });
});
