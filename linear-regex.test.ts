import { expect, test } from 'vitest';
import { whySlow } from './linear-regex.js';

/** Regular expressions as texts: the rule reads this file, too. */
const slow = String.raw`
  \s*;\s*
  \s+$
  ,|\s+;
  (?:\s*),
  (\w+)=
  x?\s*;
  .*foo
  [^;]*;
  [\]\s]+;
  \s{2,};
  \s*?;
  (?=x)?\d+!
  (a+)+b
  ^(?:a+)*$
  ^(\s*x?)*;
  \p{L}+!`
  .trim()
  .split('\n')
  .map((line) => line.trim());
const quick: readonly RegExp[] = [
  /\s+/,
  /,\s*/,
  /;\s*x/,
  /^\s*;/,
  /^(\s*|\d+);/,
  /\s+|,/,
  /\s+x?/,
  /\b\w+:/,
  /(?<!\s)\s+$/,
  /\s{0,9};/,
  /[*+];/,
  /\s\*;/,
  /\+\+;/,
  /(?:a|b)c/,
  /^(?:\d+,)*\d+$/,
  /^[a-z]+(-[a-z]+)*$/,
  /\u{1F600}+/u,
];

test('the rule finds patterns that read a run again from each of its places', () => {
  expect(slow.filter((one) => whySlow(one, 'u') === undefined)).toEqual([]);
});

test('the rule passes patterns that do not', () => {
  expect(quick.filter((one) => whySlow(one.source, one.flags) !== undefined)).toEqual([]);
});

test('sticky patterns are tried at one place', () => {
  expect(whySlow('\\s*;', 'y')).toBeUndefined();
  expect(whySlow('\\s*;', 'g')).toBeDefined();
});

test('quick patterns are quick: a run of 3 million characters, without what is needed after it', () => {
  for (const one of quick) for (const text of [' ', 'a', '1,', '*', '-a']) one.test(text.repeat(1_500_000));
});
