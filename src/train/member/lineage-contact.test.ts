// S4: which of two lineages yields, and what its members keep.
import { expect, test } from 'vitest';
import { helloOf, ids, ringOf, viewOf } from '../testing/samples';
import { loopScene } from '../testing/loop-scene';
import { LineageContact, yieldsTo } from './lineage-contact';

test.each([
  ['fewer examples', { lineage: 'a', examples: 5 }, { lineage: 'b', examples: 6 }, true],
  ['more examples', { lineage: 'b', examples: 6 }, { lineage: 'a', examples: 5 }, false],
  ['as many, and the larger name', { lineage: 'b', examples: 5 }, { lineage: 'a', examples: 5 }, true],
  ['as many, and the smaller name', { lineage: 'a', examples: 5 }, { lineage: 'b', examples: 5 }, false],
  ['the same lineage', { lineage: 'a', examples: 5 }, { lineage: 'a', examples: 9 }, false],
])('S4: a lineage with %s', (_, mine, theirs, yields) => {
  expect(yieldsTo(mine, theirs)).toBe(yields);
});

async function scene(theirExamples: number | undefined, step = 3) {
  const { replica, runs } = loopScene();
  await runs({ step, examples: 12 });
  const outside: string[] = [];
  const notices: string[] = [];
  const ring = theirExamples === undefined ? null : ringOf({ lineage: 'ffffffff', examples: theirExamples });
  const contact = new LineageContact(
    { view: viewOf(ids.slice(0, 1)), goOutside: (why) => void outside.push(why) },
    { of: () => helloOf({ ring }) },
    replica,
    { nameOf: () => 'Bea', notify: (_, text) => void notices.push(text) },
  );
  return { contact, outside, notices, replica };
}

test('S4: a member of the lineage that yields keeps its checkpoint and goes outside', async () => {
  const { contact, outside, notices, replica } = await scene(13);
  const { held } = replica;
  contact.compare(ids[1]);
  expect(outside).toEqual(['Bea’s ring has trained on more examples: joining it']);
  expect(replica.forkCheckpoint).toEqual({ lineage: '01234567', held });
  expect(notices).toEqual(['kept a fork checkpoint of lineage 01234567: step 3, 12 examples']);
});

test('S4: nothing that was trained, no checkpoint; no other ring, no reason to leave', async () => {
  const untrained = await scene(13, 0);
  untrained.contact.compare(ids[1]);
  expect([untrained.outside.length, untrained.replica.forkCheckpoint]).toEqual([1, undefined]);
  for (const examples of [undefined, 11]) {
    const { contact, outside } = await scene(examples);
    contact.compare(ids[1]);
    expect(outside).toEqual([]);
  }
});
