import { expect, test } from 'vitest';
import { concatBytes } from '../../base/bytes';
import { eventFileName, stepRecord, versionRecord } from './event-file';
import { csvHead, csvLine, jsonLine, metricNames, metricRow } from './metric-row';
import { readEventFile } from './testing/read-event-file';
import { record } from './testing/step-records';

test('an event file is read by a reader that knows the formats and not our code: every figure of every step', () => {
  const rows = [metricRow(record(1)), metricRow(record(2, { validation: { loss: 0.75, accuracy: 0.5 } }))];
  const atMs = Date.UTC(2025, 0, 2);
  const bytes = concatBytes(versionRecord(atMs), ...rows.map(stepRecord));
  const [version, ...events] = readEventFile(bytes);
  expect(version).toEqual({ wallTime: atMs / 1000, fileVersion: 'brain.Event:2', values: {} });
  expect(events.map(({ step, wallTime }) => [step, wallTime])).toEqual([[1, rows[0].atMs! / 1000], [2, rows[1].atMs! / 1000]]); // prettier-ignore
  const [first, second] = events.map(({ values }) => values);
  expect(first).toMatchObject({
    'loss/train': Math.fround(0.9),
    'rate/learning': Math.fround(0.003),
    'ring/replicas': 2,
    'step_ms/compute': 15, // the mean of 10 and 20
    'step_ms/whole': 30,
  });
  expect(Object.keys(first)).not.toContain('loss/validation');
  expect(second['loss/validation']).toBe(0.75);
  // All figures but the step, its time and the number of the run.
  expect(Object.keys(second).length).toBe(metricNames.length - 3 - 4); // no outer rate, no noise scale, no R²
  expect(eventFileName(atMs)).toMatch(/^events\.out\.tfevents\.\d+\.lockstep$/);
});

test('the independent reader finds every flipped bit', () => {
  const bytes = stepRecord(metricRow(record(1)));
  for (let at = 0; at < bytes.length; at += 3) {
    const spoilt = bytes.slice();
    spoilt[at] ^= 1 << (at % 8);
    expect(() => readEventFile(spoilt), `byte ${at}`).toThrow();
  }
});

test('what is not finite is left out; a figure beyond a float is its largest', () => {
  const [event] = readEventFile(
    stepRecord({ step: 7, atMs: 0, loss: NaN, accuracy: 1e300, wallMs: Infinity }),
  );
  expect(event).toMatchObject({ step: 7, values: { 'accuracy/train': 3.4028234663852886e38 } });
  expect(Object.keys(event.values)).toEqual(['accuracy/train']);
});

test('CSV and JSON Lines hold the same figures; what was not measured is empty, or absent', () => {
  const row = metricRow(record(3, { loss: NaN }));
  const cells = csvLine(row).trimEnd().split(',');
  const names = csvHead.trimEnd().split(',');
  expect(cells.length).toBe(names.length);
  const read = Object.fromEntries(names.flatMap((name, i) => (cells[i] === '' ? [] : [[name, Number(cells[i])]]))); // prettier-ignore
  expect(JSON.parse(jsonLine(row))).toEqual(read);
  expect([read.step, read.loss, read.gradientNorm]).toEqual([3, undefined, 1.25]);
});
