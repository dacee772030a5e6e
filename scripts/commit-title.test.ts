import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { titleOf, titleProblem } from './commit-title.mjs';

test('good titles', () => {
  for (const title of [
    'Add the header record’s offsets',
    'Process frames in order',
    'Pass the clock on',
    'Address the review',
    'Embed the fonts',
    'Feed the meter with bursts',
    'Bring the sponsors’ names back',
    'Focus the first field',
    'Re-order the ring around a slow edge',
    'Say which file is missing: src/a.ts',
    'A'.padEnd(60, 'b'),
  ])
    expect(titleProblem(title), title).toBeUndefined();
});

test('too long, a full stop, no capital letter', () => {
  expect(titleProblem('A'.padEnd(61, 'b'))).toContain('61 characters');
  expect(titleProblem('Add “ü”'.padEnd(60, 'é'))).toBeUndefined(); // characters, not bytes
  expect(titleProblem('Add a test.')).toContain('full stop');
  expect(titleProblem('add a test')).toContain('capital');
  expect(titleProblem('“Add” a test')).toContain('capital');
  expect(titleProblem('')).toContain('needs a title');
});

test('not imperative', () => {
  for (const title of [
    'Added a test',
    'Adding a test',
    'Adds a test',
    'Fixes',
    'Is faster',
    'Fixed: the ring',
  ])
    expect(titleProblem(title), title).toContain('not imperative');
});

test('what git writes passes', () => {
  for (const title of [
    `Merge branch '${'x'.repeat(80)}'`,
    'Revert "Add a test."',
    'Reapply "Add a test."',
    'fixup! Add a test',
    'squash! added',
    'amend! Add a test',
  ])
    expect(titleProblem(title), title).toBeUndefined();
  expect(titleProblem('Merged the branches')).toContain('not imperative');
});

test('the title of a message from an editor', () => {
  expect(titleOf('\n# Please enter a message\nAdd a test \n\nBody.\n')).toBe('Add a test');
  expect(titleOf('Add a test\r\n\r\nBody.')).toBe('Add a test');
  expect(titleOf('# nothing\n')).toBe('');
});

test('the hook’s command refuses a message by its title, and says why', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-title-'));
  const run = (message: string) => {
    writeFileSync(path.join(folder, 'message'), message);
    const command = [path.join(import.meta.dirname, 'titles.mjs'), path.join(folder, 'message')];
    return spawnSync(process.execPath, command, { encoding: 'utf8', cwd: folder });
  };
  expect(run('Add a test\n\nWhy.\n').status).toBe(0);
  const { status, stderr } = run('Added a test\n');
  expect([status, stderr]).toEqual([1, expect.stringContaining('“Added” is not imperative')]);
  rmSync(folder, { recursive: true });
});
