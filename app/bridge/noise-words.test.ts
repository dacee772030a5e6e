import { expect, test } from 'vitest';
import { noiseWords } from './noise-words';

const at = (scale: number | undefined, effectiveBatch = 512, worldSize = 4) =>
  noiseWords({ noise: { scale, weight: 1 }, worldSize, effectiveBatch });

test('says how many more replicas still help, in two digits', () => {
  expect(at(904)).toEqual({
    value: '≈ 900',
    critical: 900,
    meaning: 'Up to 4 more replicas like these still make each step better.',
  });
  expect(at(600).meaning).toBe('One more replica like these still makes each step better.');
  expect(at(1e6).meaning).toBe('Many more replicas like these still make each step better.');
  expect(at(12_345).value).toBe('≈ 12,000');
});

test('past the critical batch it says so; a small one is not rounded to nothing', () => {
  expect(at(300).meaning).toContain('past it');
  expect(at(7.4, 64)).toMatchObject({ value: '≈ 7', critical: 7 });
});

test('what is not known is called so, with the reason', () => {
  expect(at(undefined)).toMatchObject({ value: 'not yet known', critical: undefined });
  expect(noiseWords({ noise: undefined, worldSize: 1, effectiveBatch: 32 }).meaning).toContain(
    'two replicas',
  );
});
