// A comment is a sentence with subject and verb, or a noun phrase with its noun: "Requests in flight per source". One that
// begins with a preposition and has no verb leaves its reader to guess of what it speaks: "Of one source: one on its way".
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const folders = ['src', 'app', 'tools', 'e2e', 'scripts', 'shaders'];

/** No sentence begins with these where the noun that they belong to stands elsewhere. */
const always = new Set(['Of', 'Its', 'Their']);
const prepositions = new Set([
  ...['In', 'On', 'At', 'By', 'For', 'From', 'With', 'Within', 'To', 'As', 'After', 'Before', 'Until'],
  ...[
    'Without',
    'Under',
    'Over',
    'Beside',
    'Between',
    'Among',
    'Behind',
    'Below',
    'Above',
    'Through',
    'Since',
  ],
  ...[
    'While',
    'Into',
    'Against',
    'Along',
    'Around',
    'Besides',
    'Beyond',
    'During',
    'Inside',
    'Outside',
    'Per',
  ],
]);
/** A first sentence with one of these has a subject, too: "In a ring of four, two members may lie." */
const verbs = new Set([
  ...[
    'is',
    'are',
    'was',
    'were',
    'be',
    'has',
    'have',
    'had',
    'may',
    'must',
    'can',
    'could',
    'cannot',
    'will',
  ],
  ...['would', 'shall', 'should', 'does', 'do', 'did'],
]);

/** The comments of a file, each as one text without its marks. */
function commentsOf(source: string): readonly string[] {
  const blocks = [...source.matchAll(/(?<![^\s;,{(])\/\*\*?\s([^]*?)\*\//g)].map(([, text]) =>
    text.replaceAll(/^\s*\*/gm, ''),
  );
  const lines = [...source.matchAll(/(?<![^\s;,{(])\/\/ ([^\n]*(?:\n\s*\/\/[^\n]*)*)/g)].map(([, text]) =>
    text.replaceAll(/^\s*\/\//gm, ''),
  );
  return [...blocks, ...lines].map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

function lacksNoun(comment: string): boolean {
  const [first] = comment.split(/[^A-Za-z]/, 1);
  if (always.has(first)) return true;
  if (!prepositions.has(first)) return false;
  const [sentence] = comment.split(/[.:;!?](?:\s|$)/, 1);
  return !sentence.split(/[^a-z]+/).some((word) => verbs.has(word));
}

test('a comment without a noun of its own is found', () => {
  const source = [
    '/** Of one source: one on its way. */',
    '// In a ring of four, two members may lie.',
    'const a = 1; // By rank.',
    "const url = 'https://x/ Of';",
    '/** As on Home,',
    ' *  short ones. */',
    '// Requests in flight per source.',
    '// Of them all, the second line does not count.',
  ].join('\n');
  expect(commentsOf(source).filter(lacksNoun)).toEqual([
    'Of one source: one on its way.',
    'As on Home, short ones.',
    'By rank.',
  ]);
});

test('comments begin with a subject or a noun', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
      .filter((file) => /\.(ts|tsx|mjs|css|wgsl|as)$/.test(file) && !file.includes('node_modules')),
  );
  const found = files.flatMap((file) =>
    commentsOf(readFileSync(path.join(root, file), 'utf8'))
      .filter(lacksNoun)
      .map((comment) => `${file}: ${comment.slice(0, 60)}`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(found.sort()).toEqual([]);
});
