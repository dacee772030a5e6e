import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { utf8 } from '../../base/bytes';
import { emptyHeader, type Frame } from '../../net/frame/frame';
import { moonsRun } from '../run/moons-run';
import { protocolVersion, type Hello } from './hello';
import { Hellos } from './hellos';
import { Hub } from './hub';

const self = '1'.repeat(16);
const config = moonsRun([4]);
const hello: Hello = {
  ...{ protocol: protocolVersion, name: 'Ada', backend: 'cpu', device: 'CPU', isSoftware: true },
  ...{ config, plan: 'a'.repeat(16), ring: null, wantsIn: true },
};
const ringOf = (sponsors: readonly string[], kicked: readonly string[]): NonNullable<Hello['ring']> => ({
  ...{ lineage: '0000abcd', examples: 0, run: 1 },
  ...{ sponsors: [...sponsors], kicked: [...kicked] },
});
const frame = (content: unknown): Frame => ({
  ...emptyHeader,
  type: 'hello',
  payload: utf8(JSON.stringify(content)),
});
const hellos = (): Hellos => new Hellos(new Hub(new ManualClock()), () => hello);

test('H9: another ring protocol is refused and not remembered', () => {
  const known = hellos();
  const taken = known.take('b', frame({ ...hello, protocol: protocolVersion + 1 }));
  expect(!taken.ok && taken.error.code).toBe('wrong-version');
  expect(known.of('b')).toBeUndefined();
});

test('H9, E7: the same run with another plan or other data is refused; another run is not', () => {
  const other = { ...hello, plan: 'b'.repeat(16) };
  const taken = hellos().take('b', frame(other));
  expect(!taken.ok && taken.error.code).toBe('wrong-config');
  expect(hellos().take('b', frame({ ...other, config: { ...config, seed: 8 } })).ok).toBe(true);
  expect(hellos().take('b', frame({ ...other, plan: null })).ok).toBe(true);
});

test('bytes that are not a hello are refused; unknown keys are ignored', () => {
  for (const wrong of [null, 'hello', {}, { ...hello, plan: 'x' }, { ...hello, ring: { lineage: 'abc' } }])
    expect(hellos().take('b', frame(wrong)).ok, JSON.stringify(wrong)).toBe(false);
  expect(hellos().take('b', frame({ ...hello, later: 1 }))).toEqual({ ok: true, value: hello });
});

test('H10: removed when every linked sponsor says so, not when one disagrees or none is linked', () => {
  const known = hellos();
  const [b, c] = ['b'.repeat(16), 'c'.repeat(16)];
  expect(known.isTurnedAway(self)).toBe(false);
  known.take(b, frame({ ...hello, ring: ringOf([b, c], [self]) }));
  expect(known.isTurnedAway(self)).toBe(true);
  known.take(c, frame({ ...hello, ring: ringOf([b, c], []) }));
  expect(known.isTurnedAway(self)).toBe(false);
  // A member that is not a sponsor does not count.
  known.take(c, frame({ ...hello, ring: ringOf([b], []) }));
  expect(known.isTurnedAway(self)).toBe(true);
});
