// A part of the page that comes late and says sentences waits for their catalogue: it is loaded through `withWords`, which
// `part` of app/screens/ring-parts.ts calls. Those of the first catalogue are here from the start.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogueOf } from '../../scripts/words/catalogues.mjs';

const root = path.join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(path.join(root, file)));
const codes = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

const resolved = (from: string, to: string): string | undefined =>
  ['.ts', '.tsx'].map((ending) => path.join(path.dirname(from), to + ending)).find((file) => codes.has(file));

/** Whether a file says a sentence, or one of those does that come with it. */
function says(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const code = codes.get(file)!;
  if (/from '@lingui\/core\/macro'/.test(code) && catalogueOf(file) !== 'first') return true;
  return [...code.matchAll(/^(?:import|export) (?!type )[^;]*from '(\.[^']+)';$/gm)].some(([, to]) => {
    const next = resolved(file, to);
    return next !== undefined && says(next, seen);
  });
}

test('every late part that says sentences waits for them', () => {
  const late = [...codes].flatMap(([file, code]) =>
    [...code.matchAll(/(withWords\(\s*|\bpart\(\s*\(\) => )?\bimport\(\s*'(\.[^']+)'/g)].flatMap(
      ([, waits, to]) => {
        const part = resolved(file, to);
        return part !== undefined && says(part) ? [{ file, part, waits: waits !== undefined }] : [];
      },
    ),
  );
  expect(late.length).toBeGreaterThan(2);
  expect(late.filter(({ waits }) => !waits)).toEqual([]);
});
