// Every rule of PROTOCOL.md, EXACTNESS.md and room-features.md is defined once, cited by the code that keeps it and by a test that shows it;
// and every number that is cited is a rule. The formatter lays out all of the product.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest } from './import-table.js';
import { citationsIn, citationsInCode, definitionsIn, ruleProblems } from './scripts/rules.mjs';

const root = import.meta.dirname;
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const rulesDocuments = ['src/net/PROTOCOL.md', 'src/train/EXACTNESS.md', 'docs/room-features.md'];
/** It cites numbers that are not rules, to show that they are told apart. */
const exempt = ['rules.test.ts', 'scripts/rules.mjs'];

const folders = ['src', 'app', 'tools', 'e2e', 'scripts', 'shaders', 'docs'];
const files = readdirSync(root)
  .concat(
    folders.flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, '/')),
      ),
    ),
  )
  .sort();
const code = files.filter((file) => /\.(ts|tsx|js|mjs|wgsl|as|py)$/.test(file) && !exempt.includes(file));
const texts = files.filter((file) => file.endsWith('.md'));
const kindOf = (file: string): 'product' | 'test' =>
  isTest(file) || file.startsWith('e2e/') ? 'test' : 'product';

test('every rule is defined once, and cited by code and by a test', () => {
  const documents = rulesDocuments.map((file) => ({ file, rules: definitionsIn(read(file)) }));
  const citing = [
    ...code.map((file) => {
      const kind = kindOf(file);
      return { file, kind, rules: kind === 'test' ? citationsIn(read(file)) : citationsInCode(read(file)) };
    }),
    ...texts.map((file) => ({ file, kind: 'document' as const, rules: citationsIn(read(file)) })),
  ];
  expect(documents.map(({ rules }) => rules.length > 15)).toEqual([true, true, true]);
  expect(code.length).toBeGreaterThan(500);
  expect(ruleProblems(documents, citing)).toEqual([]);
});

/** Parts of rules that no product file cites by themselves: a number that only falls. Some follow from other rules. */
const mostUncited = 18;

test('a part of a rule has a citation of its own', () => {
  const parts = rulesDocuments
    .flatMap((file) => definitionsIn(read(file)))
    .filter((rule) => /[a-z]$/.test(rule));
  const cited = new Set(
    code.filter((file) => kindOf(file) === 'product').flatMap((file) => citationsIn(read(file))),
  );
  const uncited = parts.filter((part) => !cited.has(part));
  expect(parts.length).toBeGreaterThan(100);
  if (uncited.length > mostUncited) expect(uncited).toEqual([]);
});

test('the formatter lays out all of the product', () => {
  const marked = files.filter(
    (file) =>
      /\.(ts|tsx|js|mjs|css)$/.test(file) &&
      kindOf(file) === 'product' &&
      !file.startsWith('tools/') &&
      !exempt.includes(file) &&
      /(prettier|oxfmt)-ignore/.test(read(file)),
  );
  expect(marked).toEqual([]);
});

test('citations: alone, in lists, in ranges and of parts', () => {
  expect(citationsIn('see (L9), S1–S3; L14a, “M12”')).toEqual(
    ['L9', 'S1', 'S2', 'S3', 'L14a', 'M12'], // prettier-ignore
  );
});

test('what looks like a number of a rule and is none', () => {
  for (const text of [
    'K7QM4PTX9',
    '%E0%A4%A',
    '#F1F1F1',
    'M20.4 5.4',
    'L-8 -4',
    'S256',
    'F16 F32 F64',
    'Apple M3',
    'M0 90L20',
    'S0',
    'A4',
    'P1',
    'e2e',
    '/C8/',
    'T2_x',
    '0xE5',
  ])
    // prettier-ignore
    expect(citationsIn(text), text).toEqual([]);
});

test('code cites in comments and in brackets, not in expressions', () => {
  const source = [
    "const S2 = 'S3'; // (S4)",
    "assert(ok, 'too long (L8, L9)');",
    "const url = 'https://x/ S5';",
    '/** M2 */ f(C1);',
  ];
  expect(citationsInCode(source.join('\n'))).toEqual(['S4', 'M2', 'L8', 'L9', 'C1']);
});

test('definitions: at the start of a line or an item', () => {
  expect(definitionsIn('**L9** A.\n- **R4** B, see **R5**.\n  - **R4a** C.\nnot **S1**')).toEqual([
    'L9',
    'R4',
    'R4a',
  ]);
});

test('problems are named', () => {
  const documents = [
    { file: 'a.md', rules: ['L1', 'L2', 'L2a', 'M3b'] },
    { file: 'b.md', rules: ['L1'] },
  ];
  const files = [
    { file: 'x.ts', kind: 'product' as const, rules: ['L1', 'L2a', 'L7'] },
    { file: 'x.test.ts', kind: 'test' as const, rules: ['L1'] },
  ];
  expect(ruleProblems(documents, files)).toEqual([
    'L1 is defined twice: in a.md and in b.md',
    'a.md defines M3b, a part of a rule that is not defined',
    'x.ts cites L7, which no rules document defines',
    'no test cites L2',
  ]);
});
