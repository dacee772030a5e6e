// R4f: an address counts for the networks around it.
import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { networkOf } from './origin';
import { NetworkTable, networksOf, NetworkTally } from './networks';

const names = (address: string): readonly string[] => networksOf(networkOf(address)).map(({ name }) => name);

test('R4f an IPv6 address is in a /64, a /56 and a /48; an IPv4 address is alone', () => {
  expect(names('192.0.2.7')).toEqual(['192.0.2.7']);
  expect(names('2001:db8:1:ab12::7')).toEqual([
    '2001:db8:1::/48',
    '2001:db8:1:ab00::/56',
    '2001:db8:1:ab12::/64',
  ]);
  expect(names('2001:db8:1:12::7')).toEqual(['2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:12::/64']);
  expect(names('unknown')).toEqual(['unknown']);
});

test('R4f a /56 may use twice, a /48 four times as much as an address', () => {
  const table = new NetworkTable({ capacity: 10, perSecond: 1 }, new ManualClock());
  const tally = new NetworkTally();
  const used = (groups: readonly string[]): number => {
    let taken = 0;
    for (const group of groups)
      for (let i = 0; i < 20; i++) {
        const address = `2001:db8:1:${group}::/64`;
        const hasPlace = tally.hasPlace(address, 10);
        expect(table.take(address)).toBe(hasPlace);
        if (hasPlace) tally.add(address);
        taken += Number(hasPlace);
      }
    return taken;
  };
  expect(used(['1'])).toBe(10);
  expect(used(['2', '3', '4'])).toBe(10);
  expect(used(['101', '201', '301', '401'])).toBe(20);
  expect(table.spent('2001:db8:1:ff01::/64')).toBe(40);
  expect(table.charge('2001:db8:1:ff01::/64', 4)).toBe(1_000);
  expect(table.take('2001:db8:2:1::/64', 10)).toBe(true);
});
