import { expect, test } from 'vitest';
import { ringCreation } from './ring-creation';

const self = { isSelf: true, isHost: true, inRing: false };
const guest = { isSelf: false, isHost: false, inRing: false };
const trainingGuest = { ...guest, inRing: true };
const otherTab = { ...self, isSelf: false };

test.each([
  ['alone', [self], 'now'],
  ['with a guest outside any ring', [guest, self], 'now'],
  ['with a guest in a ring', [trainingGuest, self], 'if nobody is linked'],
  ['before another tab of the host', [self, otherTab], 'now'],
  ['after another tab of the host', [otherTab, self], 'leave to another tab'],
  ['after another tab that trains', [{ ...otherTab, inRing: true }, self], 'leave to another tab'],
  ['counting itself as in the ring', [{ ...self, inRing: true }], 'now'],
] as const)('a host %s', (_what, members, expected) => {
  expect(ringCreation(members)).toBe(expected);
});
