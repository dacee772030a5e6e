import { expect, test } from 'vitest';
import { drawnWords, heapGoalMb, larger, memoryLine, memoryText } from './memory-report';

test('the largest sum counts, not the largest parts', () => {
  const samples = [
    { heap: 90e6, arrayBuffers: 1e6 },
    { heap: 10e6, arrayBuffers: 100e6 },
    { heap: 50e6, arrayBuffers: 50e6 },
  ];
  const most = samples.reduce(larger);
  expect(most).toBe(samples[1]);
  const line = memoryLine('table, node', { most, samples: 3, residentBytes: 123_456_789, read: 'x' });
  expect(line).toEqual({
    ...{ name: 'memory table, node', ours: 110, goal: heapGoalMb, unit: 'MB', read: 'x' },
    parts: { heap: 10, 'array buffers': 100, resident: 123.5, samples: 3 },
  });
  expect(memoryText(line)).toContain('110 MB (goal 200)  heap 10, array buffers 100, resident 123.5');
});

test('where the system does not tell a process’s memory, the line has none', () => {
  const most = { heap: 1e6, arrayBuffers: 0 };
  expect(memoryLine('text, tab', { most, samples: 1, residentBytes: undefined, read: '' }).parts).toEqual({
    ...{ heap: 1, 'array buffers': 0, samples: 1 },
  });
});

test('windows that were drawn are told with where they came from', () => {
  expect(drawnWords({ drawn: 16_000, of: 31_250_000, first: 12, last: 31_249_000, microseconds: 9.54 })).toBe(
    '16,000 windows drawn from number 12 to 31,249,000 of 31,250,000, in 9.5 µs each',
  );
});
