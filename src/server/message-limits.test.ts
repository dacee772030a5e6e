// R4: the messages and bytes of a socket, its room and its address.
import { expect, test, vi } from 'vitest';
import { ManualClock } from '../base/clock';
import { BucketTable } from '../base/bucket-table';
import { addressBytesRule, messageBytesRule, messageRule, roomBytesRule, shareBytesRule } from './limits';
import { MessageLimits, type SpentBudget } from './message-limits';

const large = 31 * 1024;

/** Sends until a budget is spent. Returns which one, and the bytes that passed. */
function flood(spend: () => SpentBudget, bytes: number): { spent: SpentBudget; passed: number } {
  for (let passed = 0; ; passed += bytes) {
    const spent = spend();
    if (spent !== undefined) return { spent, passed };
  }
}

test('R4 a socket may send 1 MiB at once and 128 KiB/s, and 400 small messages', () => {
  const clock = new ManualClock();
  const limits = new MessageLimits(clock);
  const socket = limits.socket('school');
  const { spent, passed } = flood(() => socket.spend(large, 'ROOM'), large);
  expect(spent).toBe('socket');
  expect(passed).toBe(Math.floor(messageBytesRule.capacity / large) * large);
  advance(clock, 1_000);
  expect(flood(() => socket.spend(large, 'ROOM'), large).passed).toBe(4 * large);
  const other = limits.socket('school');
  expect(flood(() => other.spend(10, 'ROOM'), 1)).toEqual({ spent: 'socket', passed: messageRule.capacity });
});

test('R4 sixty sockets of a room stay within its budget, sockets of many rooms within their address’s', () => {
  const limits = new MessageLimits(new ManualClock());
  const all = (address: string, roomOf: (i: number) => string, count: number): number => {
    let passed = 0;
    for (let i = 0; i < count; i++) {
      const socket = limits.socket(address);
      passed += flood(() => socket.spend(large, roomOf(i)), large).passed;
    }
    return passed;
  };
  const shares = (count: number): number => count * shareBytesRule.capacity;
  const inRoom = all('school', () => 'ROOM', 60);
  expect(inRoom).toBeGreaterThan(roomBytesRule.capacity - large);
  expect(inRoom).toBeLessThanOrEqual(roomBytesRule.capacity + shares(60));
  const atAddress = all('home', (i) => `ROOM ${i}`, 100);
  expect(atAddress).toBeGreaterThan(addressBytesRule.capacity - large);
  expect(atAddress).toBeLessThanOrEqual(addressBytesRule.capacity + shares(100));
});

test('R4 in a flooded room and address a newcomer still has its share: a join and 30 signals', () => {
  const limits = new MessageLimits(new ManualClock());
  for (let i = 0; i < 60; i++) {
    const socket = limits.socket('school');
    flood(() => socket.spend(large, `ROOM ${i % 9}`), large);
  }
  const newcomer = limits.socket('school');
  const spent = Array.from({ length: 31 }, () => newcomer.spend(1_500, 'ROOM 1'));
  expect(spent.every((budget) => budget === undefined)).toBe(true);
});

test('full buckets are forgotten, and no others', () => {
  const clock = new ManualClock();
  const table = new BucketTable({ capacity: 10, perSecond: 1 }, clock);
  for (let i = 0; i < 1_000; i++) table.take(`address ${i}`);
  table.take('busy', 5);
  advance(clock, 1_000);
  table.forget();
  expect(table.size).toBe(1);
  expect(table.left('busy')).toBe(6);
  expect(table.left('address 1')).toBe(10);
});

function advance(clock: ManualClock, ms: number): void {
  clock.after(ms, () => undefined);
  while (clock.runNext());
}

test('R4: a class of 64 that joins one room at once, behind one address, takes at most half of every budget', () => {
  const full = new Map<string, { left: number; capacity: number }>();
  const { take } = BucketTable.prototype;
  const spied = vi.spyOn(BucketTable.prototype, 'take').mockImplementation(function (
    this: BucketTable,
    key,
    amount,
  ) {
    const isTaken = take.call(this, key, amount);
    full.set(`${key} ${this.rule.capacity}`, { left: this.left(key), capacity: this.rule.capacity });
    return isTaken;
  });
  const limits = new MessageLimits(new ManualClock());
  // What limits.ts says that a joiner sends: under 200 signals of 100 KiB in all. None waits for another.
  for (let i = 0; i < 64; i++) {
    const socket = limits.socket('school');
    for (let signal = 0; signal < 200; signal++) expect(socket.spend(512, 'ROOM')).toBeUndefined();
  }
  spied.mockRestore();
  for (const [key, { left, capacity }] of full) {
    console.info(`${key}: ${(100 * (1 - left / capacity)).toFixed(0)} %`);
    expect(left, key).toBeGreaterThanOrEqual(capacity / 2);
  }
  expect(full.size).toBeGreaterThanOrEqual(4);
});
