import { expect, test } from 'vitest';
import { idxFiles, textFile } from './file-kinds';

const file = (name: string): File => ({ name }) as File;
const namesOf = (sorted: readonly File[] | string): unknown =>
  typeof sorted === 'string' ? 'a sentence' : sorted.map(({ name }) => name);

test.each([
  [
    ['t10k-labels.gz', 't10k-images.gz'],
    ['t10k-images.gz', 't10k-labels.gz'],
  ],
  [
    ['a.idx3-ubyte', 'a.idx1-ubyte'],
    ['a.idx3-ubyte', 'a.idx1-ubyte'],
  ],
  [
    ['pictures', 'labels'],
    ['pictures', 'labels'],
  ],
  [['pictures', 'labels', 'readme'], 'a sentence'],
  [['images'], 'a sentence'],
  [['a', 'b'], 'a sentence'],
])('dropped %j: images and labels are %j', (dropped, expected) => {
  expect(namesOf(idxFiles.sort(dropped.map(file)))).toEqual(expected);
});

test('of several dropped texts the first is read', () => {
  expect(namesOf(textFile.sort([file('a.txt'), file('b.txt')]))).toEqual(['a.txt']);
});
