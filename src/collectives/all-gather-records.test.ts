// The header: the same records in rank order everywhere; missing ones are named; duplicates change nothing.
import { expect, test } from 'vitest';
import { bytesOf, equalBytes } from '../base/bytes';
import { ManualClock } from '../base/clock';
import { prng } from '../base/prng';
import type { View } from '../membership/view';
import { decodeFrame } from '../net/frame';
import { RecordGather } from './all-gather-records';
import { encodeRecordFrame, readRecordFrame } from './record-frame';
import { TestFabric } from './test-fabric';

function makeMembers(worldSize: number, seed: number) {
  const members = Array.from({ length: worldSize }, (_, rank) => `m${rank}`);
  const view: View = { lineage: '0badcafe', generation: 2, members, ring: members.map((_, rank) => rank) };
  const fabric = new TestFabric(seed);
  const clock = new ManualClock();
  const refused: string[] = [];
  const gathers = members.map((self) => {
    const gather = new RecordGather({
      view,
      self,
      clock,
      send: (to, message) => fabric.send(self, to, encodeRecordFrame(message)),
      onSendFailure: () => {},
    });
    fabric.attach(self, (from, bytes, consume) => {
      const frame = decodeFrame(bytes);
      const read = frame.ok ? readRecordFrame(from, frame.value) : frame;
      const taken = read.ok ? gather.receive(from, read.value) : read;
      if (!taken.ok) refused.push(taken.error.code);
      consume();
    });
    return gather;
  });
  return { view, fabric, clock, gathers, refused };
}

const recordOf = (rank: number, round: number): Uint8Array =>
  bytesOf(Uint32Array.of(rank, round, rank * round));

test.each([1, 2, 3, 8, 9, 16])('N = %i: three rounds, duplicated frames', async (worldSize) => {
  const { fabric, gathers, refused } = makeMembers(worldSize, worldSize);
  const random = prng('duplicates', worldSize);
  fabric.tamper = (_from, _to, bytes) => (random.below(3) === 0 ? [bytes, bytes.slice()] : [bytes]);
  const all = Promise.all(
    gathers.map(async (gather, rank) => {
      for (let round = 0; round < 3; round++) {
        const records = await gather.gather(round, recordOf(rank, round), 1000);
        records.forEach((record, of) => expect(equalBytes(record, recordOf(of, round))).toBe(true));
      }
    }),
  );
  await fabric.run();
  await all;
  expect(refused).toEqual([]);
});

test('above 8 members a dead one cuts nobody off: only it is missing, and named', async () => {
  const { fabric, clock, gathers } = makeMembers(12, 4);
  fabric.detach('m5');
  const all = gathers.map((gather, rank) =>
    rank === 5 ? undefined : gather.gather(0, recordOf(rank, 0), 1000).catch((error: Error) => error),
  );
  await fabric.run();
  for (const [rank, gather] of gathers.entries()) if (rank !== 5) expect(gather.missing()).toEqual(['m5']);
  while (clock.runNext()) await Promise.resolve();
  for (const [rank, error] of (await Promise.all(all)).entries())
    if (rank !== 5) expect(String(error)).toContain('missing m5');
});

test('strangers, forged ranks, contradictions and far rounds are refused', async () => {
  const { gathers } = makeMembers(3, 1);
  const [gather] = gathers;
  const key = { lineage: '0badcafe', generation: 2, round: 0 };
  const code = (from: string, rank: number, round: number, byte: number): string => {
    const result = gather.receive(from, { key: { ...key, round }, rank, bytes: Uint8Array.of(byte) });
    return result.ok ? String(result.value) : result.error.code;
  };
  expect(code('stranger', 1, 0, 1)).toBe('not-a-member');
  expect(code('m1', 2, 0, 1)).toBe('not-its-own');
  expect(code('m1', 3, 0, 1)).toBe('wrong-rank');
  expect(code('m1', 1, 0, 1)).toBe('true');
  expect(code('m1', 1, 0, 1)).toBe('false');
  expect(code('m1', 1, 0, 2)).toBe('contradiction');
  expect(code('m1', 1, 2, 1)).toBe('true');
  expect(code('m1', 1, 3, 1)).toBe('too-far-ahead');
  const waiting = gather.gather(0, Uint8Array.of(0), 1000);
  expect(gather.missing()).toEqual(['m2']);
  gather.abort(new Error('view changed'));
  await expect(waiting).rejects.toThrow('view changed');
});
