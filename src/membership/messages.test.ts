// M1: strict, bounded parsing.
import { expect, test } from 'vitest';
import { utf8 } from '../base/bytes';
import { decodeMembership, encodeMembership, type MembershipMessage } from './messages';
import { maxMembers } from './view';

const id = (n: number): string => n.toString(16).padStart(16, '0');
const view = (count: number): object => ({
  lineage: '0000000a',
  generation: 3,
  members: Array.from({ length: count }, (_, n) => id(n)),
  ring: Array.from({ length: count }, (_, n) => n),
});
const decodes = (message: unknown): boolean => decodeMembership(utf8(JSON.stringify(message))).ok;

test('M1: round trip, and refusals', () => {
  const message = { kind: 'prepare', ballot: 4, previous: view(maxMembers) } as MembershipMessage;
  expect(decodeMembership(encodeMembership(message))).toEqual({ ok: true, value: message });
  expect(decodes({ kind: 'install', view: view(maxMembers + 1) })).toBe(false);
  expect(decodes({ kind: 'install', view: view(0) })).toBe(false);
  expect(decodes({ kind: 'install', view: { ...view(2), ring: [0, 0] } })).toBe(false);
  expect(decodes({ kind: 'install', view: { ...view(2), members: [id(1), '__proto__'] } })).toBe(false);
  expect(decodes({ kind: 'refuse', ballot: -1, promised: 0 })).toBe(false);
  expect(decodes({ kind: 'refuse', ballot: 1, promised: 0, more: 1 })).toBe(false);
  expect(decodeMembership(utf8('{"kind":"refuse","ballot":1,"promised":0,"__proto__":{}}')).ok).toBe(false);
  expect(decodeMembership(utf8('{')).ok).toBe(false);
  expect(decodeMembership(new Uint8Array(20_000)).ok).toBe(false);
});
