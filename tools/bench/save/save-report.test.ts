import { expect, test } from 'vitest';
import { saveLines, saveText, stepsWithin } from './save-report';

test('steps count that began and ended within, and follow each other', () => {
  const steps = [
    { step: 3, atMs: 1000 },
    { step: 4, atMs: 1100 },
    { step: 5, atMs: 1230 },
    { step: 7, atMs: 1400 },
    { step: 8, atMs: 1500 },
  ];
  expect(stepsWithin(steps, 0, 2000)).toEqual([100, 130, 100]);
  expect(stepsWithin(steps, 1001, 1499)).toEqual([130]);
  expect(stepsWithin(steps, 1600, 2000)).toEqual([]);
});

test('medians over the steps of all rooms, and their ratio', () => {
  const autosave = { bytes: 40e6, ms: 900, steps: [100, 130, 105] };
  const lines = saveLines('GPT 6 × 192', [
    { alone: [100, 100, 400], saving: [110, 120], files: [{ bytes: 40e6, ms: 800 }], autosave },
    { alone: [90, 110], saving: [115], files: [{ bytes: 40e6, ms: 700 }, { bytes: 40e6, ms: 750 }], autosave: undefined }, // prettier-ignore
  ]);
  expect(lines).toEqual([
    {
      ...{ name: 'save GPT 6 × 192, file after file', ours: 1.15, unit: 'times', runs: 2 },
      parts: {
        ...{ 'step alone': 100, 'step while saving': 115, 'slowest alone': 400, 'slowest while saving': 120 },
        ...{ 'steps alone': 5, 'steps while saving': 3, 'MB a file': 40, 'ms a file': 750 },
        'ms of steps a file costs': 15, // three steps of 15 ms more, for three files
      },
    },
    expect.objectContaining({ name: 'save GPT 6 × 192, by itself', ours: 1.05, goal: 1.1, runs: 2 }),
  ]);
  expect(saveText(lines[0])).toMatch(/^save GPT 6 × 192, file after file: 1.15 times; step alone 100, step while saving 115/); // prettier-ignore
});

test('a room in which no step was timed is an error', () => {
  expect(() => saveLines('x', [{ alone: [], saving: [1], files: [], autosave: undefined }])).toThrow('nothing was measured'); // prettier-ignore
});
