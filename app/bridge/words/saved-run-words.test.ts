import { expect, test } from 'vitest';
import { presets } from '../../../src/replica/presets';
import { demoSteps } from './demo-steps';
import { proposedSteps, savedRunLine, savedRunTitle, stepsProblem } from './saved-run-words';

const config = { ...presets.find(({ id }) => id === 'moons')!.config, steps: 2_000 };
const facts = { config, step: 1_200, loss: 0.12345, savedAtMs: new Date(2026, 10, 22, 21, 4).getTime() };

test('a saved run in words', () => {
  expect(savedRunTitle(facts)).toMatch(/^Two moons, MLP 2 – /);
  expect(savedRunLine({ facts, file: { size: 1_234_567 } })).toBe('Step 1,200 of 2,000, loss 0.123, 22 Nov 2026, 21:04, 1.23\u00a0MB'); // prettier-ignore
  const demo = { ...facts, config: { ...config, steps: demoSteps } };
  expect(savedRunLine({ facts: demo, file: { size: 10 } }), 'a demo').toMatch(/^Step 1,200, loss/);
  expect(savedRunLine({ facts: { ...facts, loss: undefined }, file: { size: 10 } })).not.toContain('loss');
});

test('it ends where it was to end; a finished run goes on for as many steps', () => {
  expect(proposedSteps(facts)).toBe(2_000);
  expect(proposedSteps({ ...facts, step: 2_000 })).toBe(4_000);
  expect(stepsProblem(1_201, facts)).toBeUndefined();
  for (const steps of [1_200, 0, 1_500.5, NaN, 2_000_000])
    expect(stepsProblem(steps, facts)).toContain('above 1,200');
});
