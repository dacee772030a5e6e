// A file of code that is longer than 400 lines says in its header why it is not split. Tests may be longer: a table of cases
// grows with what people bring. Bytes that a script writes are no text that anybody reads.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest } from './import-table.js';

const [mostLines, mostTestLines] = [400, 750];
const files = ['src', 'app', 'tools', 'e2e', 'scripts', 'shaders'].flatMap((folder) =>
  readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => /\.(ts|tsx|mjs|wgsl|as|css)$/.test(file) && !file.endsWith('-bytes.ts')),
);

/** The comment at the beginning of a file, as one line. */
function headerOf(text: string): string {
  return /^(?:\/\/[^\n]*\n)*/.exec(text)![0].replaceAll(/\n\/\/ ?/g, ' ');
}

test('a long file says why it is not split, and no test is endless', () => {
  expect(files.length).toBeGreaterThan(1500);
  const problems = files.flatMap((file) => {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    const lines = text.trimEnd().split('\n').length;
    const isTested = isTest(file) || file.startsWith('e2e/');
    if (lines <= (isTested ? mostTestLines : mostLines)) return [];
    const isReasoned = !isTested && /\b(?:long|whole)\b.* because\b/.test(headerOf(text));
    return isReasoned ? [] : [`${file} has ${lines} lines`];
  });
  expect(problems).toEqual([]);
});
