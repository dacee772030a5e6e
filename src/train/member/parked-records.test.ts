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

test('C15, H3: 64 of each sender are kept, the latest; each is a copy; those of a closed link are forgotten', () => {
  const parked = new ParkedRecords();
  parked.park('a', record(6, 7), undefined);
  for (let round = 0; round < 200; round++) {
    const message = record(6, round);
    parked.park('b', message, undefined);
    parked.park('c', message, undefined);
    message.bytes[0] = 255;
  }
  parked.forget('c');
  const taken = parked.take(viewOf(6));
  expect(taken).toHaveLength(65);
  expect(taken.map(({ from, message }) => `${from} ${message.key.round}`).slice(0, 2)).toEqual([
    'a 7',
    'b 136',
  ]);
  expect(taken[1].message.bytes).toEqual(Uint8Array.of(136));
});
