import { inEnglish } from '../../../src/cli/english/in-english';
import { say, type Saying, unexpected } from '../../../src/base/sayings';
import { expect, test } from 'vitest';
import type { Notice, Snapshot } from '../../../src/replica/protocol';
import { renamedIn, ShownNames } from './shown-names';

const rude = '0000000100000001';
const snapshot = (peers: readonly (readonly [id: string, name: string])[], areNamesHidden?: true) =>
  ({ peers: peers.map(([id, name]) => ({ id, name })), lobby: [], removed: [], room: { areNamesHidden } }) as unknown as Snapshot; // prettier-ignore
const notice = (says: Saying): Notice => ({ atMs: 0, level: 'info', says });

test('hidden names go from what was said before, also those of members who left', () => {
  const names = new ShownNames();
  names.see(snapshot([['a', 'ring'], [rude, 'Rude (Word)']])); // prettier-ignore
  names.see(snapshot([['a', 'ring']]));
  const changed = names.see(snapshot([['a', 'Calm Fox']], true));
  const joined = renamedIn(notice(say('joined', { names: 'ring, Rude (Word)', count: 2 })), changed);
  expect(inEnglish(joined.says)).toBe(`Calm Fox, ${names.of(rude)} joined the ring`);
  expect(joined.says).toEqual(say('joined', { names: `Calm Fox, ${names.of(rude)}`, count: 2 }));
  const detailed = renamedIn(
    notice(say('cannot-train', { name: 'Rude (Word)', detail: unexpected('no ring') })),
    changed,
  );
  expect(inEnglish(detailed.says)).toBe(`${names.of(rude)} cannot train here: no Calm Fox`);
});

test('a name that another member still has stays', () => {
  const names = new ShownNames();
  names.see(snapshot([['a', 'Anna'], ['b', 'Anna']])); // prettier-ignore
  expect([...names.see(snapshot([['a', 'Bea'], ['b', 'Anna']]))]).toEqual([]); // prettier-ignore
});
