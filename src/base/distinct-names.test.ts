// H12c: no two names are equal, and whoever was there first keeps its own.
import { expect, test } from 'vitest';
import { distinctNames } from './distinct-names';
import { hiddenAs, hiddenName } from './nickname';
import { prng } from './prng';

const idsOf = (seed: number, count: number): string[] => {
  const random = prng('ids', seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 16 }, () => random.below(16).toString(16)).join(''),
  );
};
const namesOf = (ids: readonly string[], said: (id: string) => string = hiddenName) =>
  distinctNames(ids.map((id) => ({ id, name: said(id) })));

test('H12c of 300 rooms of 64 members no two have the same two words, and the first under a name keeps it', () => {
  let clashes = 0;
  for (let seed = 0; seed < 300; seed++) {
    const ids = idsOf(seed, 64);
    const shown = namesOf(ids);
    expect(new Set(shown.values()).size, `seed ${seed}`).toBe(64);
    const taken = new Set<string>();
    for (const id of ids) {
      const words = hiddenName(id);
      if (taken.has(words)) clashes++;
      else expect(shown.get(id)).toBe(words);
      taken.add(words);
      expect(hiddenAs(id, shown.get(id)!), `seed ${seed}`).toBe(shown.get(id)); // others show it so
    }
  }
  expect(clashes).toBeGreaterThan(100); // two words alone would not do
});

test('H12c whoever has said its number keeps it when others leave, and no newcomer takes it', () => {
  for (let seed = 0; seed < 50; seed++) {
    const random = prng('comings', seed);
    // Names from a list of 5 only, so that most clash.
    const said = new Map(idsOf(seed, 40).map((id) => [id, ['Ada', 'Bo', 'Cy', 'Brave Otter', 'Al'][random.below(5)]])); // prettier-ignore
    let here: string[] = [];
    for (const id of said.keys()) {
      here = here.filter(() => random.float() < 0.9).concat(id);
      const shown = namesOf(here, (each) => said.get(each)!);
      expect(new Set(shown.values()).size, `seed ${seed}`).toBe(here.length);
      for (const each of here.slice(0, -1)) expect(shown.get(each), `seed ${seed}`).toBe(said.get(each));
      said.set(id, shown.get(id)!);
    }
  }
});

test('H12c two ids of one guest share a name', () => {
  const known = ['a', 'b', 'c'].map((id) => ({ id, name: 'Anna' }));
  const isSame = (a: string, b: string): boolean => a !== 'c' && b !== 'c';
  expect([...distinctNames(known, isSame).values()]).toEqual(['Anna', 'Anna', 'Anna 2']);
});

test('H12c a numbered name is as short as any name', () => {
  const [, second] = [...namesOf(['a', 'b'], () => 'x'.repeat(40)).values()];
  expect(second).toBe(`${'x'.repeat(37)} 2`);
});

test('H12 of what a member says nothing is left but its two words and a number', () => {
  const [id] = idsOf(1, 1);
  const words = hiddenName(id);
  for (const kept of [words, `${words} 2`, `${words} 64`]) expect(hiddenAs(id, kept)).toBe(kept);
  for (const said of ['', 'Anna', `${words} 1`, `${words} 02`, `${words} 100`, `${words} Anna`, `${words}2`, `Anna ${words} 2`])
    expect(hiddenAs(id, said), said).toBe(words); // prettier-ignore
});
