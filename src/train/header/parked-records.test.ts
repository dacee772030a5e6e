import { expect, test } from 'vitest';
import type { RecordMessage } from '../../collectives/all-gather-records';
import type { View } from '../../membership/view';
import { ParkedRecords } from './parked-records';

const lineage = '0000abcd';
const viewOf = (generation: number): View => ({ lineage, generation, members: ['a', 'b'], ring: [0, 1] });
const record = (generation: number, round = 0, name = lineage): RecordMessage => ({
  key: { lineage: name, generation, round },
  rank: 1,
  bytes: Uint8Array.of(round),
  isFlooded: false,
});

test('H3: a record of a later view is handed over with it, in order; one of an older view is dropped', () => {
  const parked = new ParkedRecords();
  parked.park('b', record(4), viewOf(5));
  parked.park('b', record(6, 0), viewOf(5));
  parked.park('b', record(6, 1), viewOf(5));
  parked.park('b', record(7), viewOf(5));
  expect(parked.take(viewOf(5))).toEqual([]);
  expect(parked.take(viewOf(6)).map(({ message }) => message.key.round)).toEqual([0, 1]);
  expect(parked.take(viewOf(6))).toEqual([]);
  expect(parked.take(viewOf(7))).toHaveLength(1);
});

test('H3: a record of another lineage stays, because its generation cannot be compared', () => {
  const parked = new ParkedRecords();
  parked.park('b', record(2, 0, '0000ffff'), viewOf(5));
  expect(parked.take(viewOf(6))).toEqual([]);
  expect(parked.take({ ...viewOf(2), lineage: '0000ffff' })).toHaveLength(1);
});

test('H3: 128 are kept, the latest; each is a copy', () => {
  const parked = new ParkedRecords();
  for (let round = 0; round < 200; round++) {
    const message = record(6, round);
    parked.park('b', message, undefined);
    message.bytes[0] = 255;
  }
  const taken = parked.take(viewOf(6));
  expect(taken).toHaveLength(128);
  expect(taken[0].message.key.round).toBe(72);
  expect(taken[0].message.bytes).toEqual(Uint8Array.of(72));
});
