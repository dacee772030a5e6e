// A ring whose members keep the tokens of one large text in different places.
import { expect, test } from 'vitest';
import { ArrayTokenFile } from '../../data/testing/array-token-file';
import { FileStore, type TextPlaces } from './file-store';
import { digestsOn, largeContext, linesOf, lowLimits } from './testing/large-run';

const text = linesOf(400);

async function datasetOf(places: TextPlaces) {
  const store = new FileStore(places);
  const added = await store.addText(new Blob([text]));
  return (added.ok && (await store.text(added.value, largeContext, 'lines'))) || expect.fail('not read');
}

test('members with tokens in memory and in a file train in one ring, bit by bit as one that has all in memory', async () => {
  const files: ArrayTokenFile[] = [];
  const openTokens = () => Promise.resolve((files[files.length] = new ArrayTokenFile()));
  const memory = await datasetOf({ mostListed: lowLimits.mostListed });
  const kept = await datasetOf({ ...lowLimits, openTokens });
  const [one, other] = await digestsOn([memory, kept], text);
  expect(other).toEqual(one);
  expect(await digestsOn([memory, memory], text)).toEqual([one, one]);
  expect(files.map(({ reads }) => reads.length > 4)).toEqual([true]);
});
