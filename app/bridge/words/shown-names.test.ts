import { expect, test } from 'vitest';
import { say } from '../../../src/base/sayings';
import type { Notice, Snapshot } from '../../../src/replica/protocol';
import { renamedIn, ShownNames } from './shown-names';

const rude = '0000000100000001';
const snapshot = (peers: readonly (readonly [id: string, name: string])[], areNamesHidden?: true) =>
  ({ peers: peers.map(([id, name]) => ({ id, name })), lobby: [], removed: [], room: { areNamesHidden } }) as unknown as Snapshot; // prettier-ignore
const notice = ([text, says]: ReturnType<typeof say>): Notice => ({ atMs: 0, level: 'info', text, says });

test('hidden names go from what was said before, also those of members who left', () => {
  const names = new ShownNames();
  names.see(snapshot([['a', 'ring'], [rude, 'Rude (Word)']])); // prettier-ignore
  names.see(snapshot([['a', 'ring']]));
  const changed = names.see(snapshot([['a', 'Calm Fox']], true));
  const joined = renamedIn(notice(say('joined', 'ring, Rude (Word)', 2)), changed);
  expect(joined.text).toBe(`Calm Fox, ${names.of(rude)} joined the ring`);
  expect(joined.says).toEqual({ code: 'joined', given: [`Calm Fox, ${names.of(rude)}`, 2] });
  const detailed = renamedIn(notice(say('cannot-train', 'Rude (Word)', 'no ring')), changed);
  expect(detailed.text).toBe(`${names.of(rude)} cannot train here: no Calm Fox`);
});

test('a name that another member still has stays', () => {
  const names = new ShownNames();
  names.see(snapshot([['a', 'Anna'], ['b', 'Anna']])); // prettier-ignore
  expect([...names.see(snapshot([['a', 'Bea'], ['b', 'Anna']]))]).toEqual([]); // prettier-ignore
});
