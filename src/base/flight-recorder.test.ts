import { expect, test } from 'vitest';
import { ManualClock } from './clock';
import { FlightRecorder, toJsonLines } from './flight-recorder';

const small = { entries: 10, bytes: 4_000 };

function recorder(limits = small): { clock: ManualClock; flight: FlightRecorder } {
  const clock = new ManualClock();
  return { clock, flight: new FlightRecorder(() => clock.now(), limits) };
}

test('keeps the newest events of each lane, in the order in which they were noted', () => {
  const { clock, flight } = recorder();
  for (let i = 0; i < 35; i++) {
    clock.after(1, () => undefined);
    clock.runNext();
    flight.routine('step', { step: i });
    if (i % 5 === 0) flight.note('view', { generation: i });
  }
  const entries = flight.entries();
  expect(entries.filter(({ kind }) => kind === 'step').map(({ fields }) => fields.step)).toEqual([
    25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
  ]);
  expect(entries.filter(({ kind }) => kind === 'view').map(({ fields }) => fields.generation)).toEqual([
    0, 5, 10, 15, 20, 25, 30,
  ]);
  expect(entries.map(({ atMs }) => atMs)).toEqual([...entries.map(({ atMs }) => atMs)].sort((a, b) => a - b));
  expect(flight.noted).toBe(42);
});

test('a million routine events keep a rare one, in bounded memory', () => {
  const { flight } = recorder();
  flight.note('attempt failed', { why: 'once' });
  for (let i = 0; i < 1_000_000; i++) flight.routine('step', { step: i });
  expect(flight.entries()).toHaveLength(11);
  expect(flight.entries()[0].kind).toBe('attempt failed');
});

test('long texts and lists are cut; a lane is bounded in bytes as well as in entries', () => {
  const { flight } = recorder();
  flight.note('long', { text: 'x'.repeat(10_000), list: Array.from({ length: 500 }, (_, i) => i) });
  const [{ fields }] = flight.entries();
  expect([(fields.text as string).length, (fields.list as number[]).length]).toEqual([500, 64]);
  for (let i = 0; i < 10; i++) flight.note('long', { text: `${i}${'x'.repeat(10_000)}` });
  const kept = flight.entries().map((entry) => (entry.fields.text as string)[0]);
  expect(kept).toEqual(['7', '8', '9']); // 3 × (64 + 2 × 500) ≤ 4,000 < 4 × …
});

test('lines carry epoch time; a line is one JSON object whatever its text holds', () => {
  const { clock, flight } = recorder();
  clock.after(40, () => undefined);
  clock.runNext();
  flight.note('notice', { text: 'two\nlines "quoted" \u2028', kind: 'spoofed', at: 1 });
  clock.after(60, () => undefined);
  clock.runNext();
  const text = toJsonLines([{ kind: 'about' }, ...flight.lines(1_000_000)]);
  const lines = text.split('\n');
  expect(lines).toHaveLength(3); // the last one is empty
  expect(lines[1]).toMatch(/^{"at":999940,"kind":"notice"/);
  expect(JSON.parse(lines[1])).toEqual({ at: 999_940, kind: 'notice', text: 'two\nlines "quoted" \u2028' });
});
