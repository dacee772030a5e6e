import { expect, test } from 'vitest';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { states } from '../../../tools/lab/fixtures/states';
import { sharedDeviceWords, sharersOf } from './device-words';

const setup = states.map((state) => state()).find(({ name }) => name === 'shared-device')!;
const shown = snapshotOf(setup, []);
const nameOf = (index: number): string => shown.peers[index].name;

test('every member of a group is named to the others, and nobody to itself', () => {
  expect([0, 1, 2, 3, 4].map((index) => sharersOf(shown, shown.peers[index].id))).toEqual([
    undefined,
    nameOf(3),
    nameOf(4),
    nameOf(1),
    nameOf(2),
  ]);
  const three = { ...shown, devices: [[0, 1, 2].map((index) => shown.peers[index].id)] };
  expect(sharersOf(three, shown.peers[1].id)).toBe(`${nameOf(0)} and ${nameOf(2)}`);
});

test('each device is one sentence, and none where nobody is known to share one', () => {
  expect(sharedDeviceWords(shown)).toBe(
    `${nameOf(1)} and ${nameOf(3)} share one device: efficiency cannot rise there.` +
      ` ${nameOf(2)} and ${nameOf(4)} share one device: efficiency cannot rise there.`,
  );
  expect(sharedDeviceWords({ ...shown, devices: [] })).toBe('');
});
