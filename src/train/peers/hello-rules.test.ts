import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { utf8 } from '../../base/bytes';
import { emptyHeader, type Frame } from '../../net/frame/frame';
import { moonsRun } from '../testing/moons-run';
import { protocolVersion, type Hello } from './hello';
import { Hellos } from './hellos';
import { Hub } from './hub';

const config = moonsRun([4]);
const hello: Hello = {
  ...{ protocol: protocolVersion, name: 'Ada', backend: 'cpu', device: 'CPU', isSoftware: true },
  ...{ config, plan: 'a'.repeat(16), ring: null, wantsIn: true },
};
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
