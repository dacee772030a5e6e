// `--adapters`: a rank, or more; what it cannot be is said.
import { expect, test } from 'vitest';
import { readAdapters } from './adapters-option';

test('a rank alone takes the usual scale, on all weights of the blocks', () => {
  expect(readAdapters('8')).toEqual({ rank: 8, alpha: 16, on: 'all' });
  expect(readAdapters('rank=4,alpha=2.5,on=attention')).toEqual({ rank: 4, alpha: 2.5, on: 'attention' });
});

test.each([
  '',
  '0',
  '1025',
  '2.5',
  '-8',
  'alpha=8',
  'rank=8,alpha=0',
  'rank=8,on=head',
  'rank=8=9',
  'rank=8,x=1',
])('refused: “%s”', (text) => {
  expect(() => readAdapters(text)).toThrow(/--adapters is a rank from 1 to 1024/);
});
