import { inEnglish } from '../english/in-english';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEventFile } from '../../replica/metrics/testing/read-event-file';
import { record } from '../../replica/metrics/testing/step-records';
import { BadOption } from '../options/command-line';
import { MetricsFile, metricsTarget } from './metrics-file';
import { csvHead } from '../../replica/metrics/metric-row';

const folder = mkdtempSync(path.join(tmpdir(), 'metrics-'));
afterAll(() => rmSync(folder, { recursive: true }));

function open(name: string): MetricsFile {
  const opened = MetricsFile.open(metricsTarget(path.join(folder, name)), 1_700_000_000_000);
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  return opened.value;
}

test('the ending decides: CSV, JSON Lines, an event file, or a folder of them', () => {
  expect(metricsTarget('a/b.CSV').kind).toBe('csv');
  expect(metricsTarget('b.jsonl').kind).toBe('jsonl');
  expect(metricsTarget('a.tfevents')).toEqual({ kind: 'tensorboard', path: 'a.tfevents', isFolder: false });
  expect(metricsTarget('runs/first')).toEqual({ kind: 'tensorboard', path: 'runs/first', isFolder: true });
  expect(metricsTarget('runs.d/').kind).toBe('tensorboard');
  for (const bad of ['x.json', 'x.txt', '']) expect(() => metricsTarget(bad)).toThrow(BadOption);
});

test('steps are in the file as soon as they are added, and nothing is overwritten', () => {
  const csv = open('new/run.csv');
  csv.add([record(1)]);
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  expect(read('new/run.csv').split('\n')).toHaveLength(3);
  expect(read('new/run.csv').startsWith(csvHead)).toBe(true);
  csv.add([record(2), record(3)]);
  expect(read('new/run.csv').split('\n')).toHaveLength(5);
  expect(csv.close()).toBeUndefined();
  const again = MetricsFile.open(metricsTarget(path.join(folder, 'new/run.csv')), 0);
  expect(again.ok ? '' : inEnglish(again.error.says)).toMatch(/new\/run\.csv is there already/);
  expect(read('new/run.csv').split('\n')).toHaveLength(5);

  const jsonl = open('run.jsonl');
  jsonl.add([record(1), record(2)]);
  expect(read('run.jsonl').trimEnd().split('\n').map((line) => (JSON.parse(line) as { step: number }).step)).toEqual([1, 2]); // prettier-ignore
  jsonl.close();
  jsonl.add([record(3)]); // late: nothing
  expect(read('run.jsonl').trimEnd().split('\n')).toHaveLength(2);

  const board = open('board');
  board.add([record(1), record(2)]);
  const [name] = readdirSync(path.join(folder, 'board'));
  expect(name).toContain('tfevents');
  const events = readEventFile(readFileSync(path.join(folder, 'board', name)));
  expect(events.map(({ fileVersion, step }) => fileVersion ?? step)).toEqual(['brain.Event:2', 1, 2]);
  board.close();

  const single = open('single.tfevents');
  single.add([record(1)]);
  expect(readEventFile(readFileSync(path.join(folder, 'single.tfevents')))).toHaveLength(2);
  single.close();
});

test('a full disk ends the file, not the run, and is told', () => {
  let left = 2;
  const full = MetricsFile.open(
    { kind: 'jsonl', path: path.join(folder, 'full.jsonl'), isFolder: false },
    0,
    (...given) => {
      if (left-- === 0) throw new Error('ENOSPC: no space left on device');
      return writeSync(...given);
    },
  );
  if (!full.ok) throw new Error(inEnglish(full.error.says));
  full.value.add([record(1), record(2), record(3), record(4)]);
  expect(full.value.close()).toMatch(/^the metrics end early in .*full\.jsonl: ENOSPC/);
  expect(readFileSync(path.join(folder, 'full.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(2);
});
