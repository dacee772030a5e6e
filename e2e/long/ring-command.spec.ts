// `npm run ring` trains each kind of model in two different browsers, and compares every digest.
import { expect, test } from '@playwright/test';
import { ringOfBoth } from '../ring-of-both';
import { testLimitMs } from '../run-ring';

test.describe.configure({ timeout: testLimitMs });

test('a CNN on the digits, with DiLoCo and int8', async () => {
  const { lines } = await ringOfBoth(
    2,
    '--engine cpu --model cnn:4,8 --examples 400 --validation 50 --batch 8 --evaluate-every 5 ' +
      '--sync diloco --inner-steps 4 --codec int8 --steps 8',
  );
  const losses = lines.map(({ loss }) => loss);
  console.log(`CNN: loss ${losses[0].toFixed(3)} → ${losses.at(-1)!.toFixed(3)}`);
  expect(losses.at(-1)!).toBeLessThan(losses[0]);
});

test('a GPT on generated text, clipped, warmed up, in pieces, by gathered signs', async () => {
  const { lines, summary } = await ringOfBoth(
    2,
    '--engine cpu --model gpt:tiny --data text --examples 400 --validation 16 --batch 8 --micro-batch 4 ' +
      '--steps 12 --clip 1 --schedule cosine --warmup 2 --lr 0.01 --evaluate-every 12 --codec sign',
  );
  const losses = lines.map(({ loss }) => loss);
  console.log(`GPT: ${losses[0].toFixed(3)} → ${losses.at(-1)!.toFixed(3)} nats per character`);
  expect(summary.term).toBe('character');
  expect(losses[0]).toBeCloseTo(Math.log(44), 0); // as unsure as between all characters
  expect(losses.at(-1)!).toBeLessThan(losses[0] - 0.1);
  expect(lines[0].learningRate).toBeCloseTo(0.005, 5);
});

test('a tab on its processor and Firefox on WebGPU learn the digits in lockstep', async () => {
  const { lines, summary } = await ringOfBoth(
    2,
    '--engine cpu,webgpu --data digits --examples 1200 --validation 200 --steps 20 --evaluate-every 5',
  );
  expect(summary.steps).toBe(20);
  const accuracies = lines.flatMap(({ validation }) => (validation ? [validation.accuracy ?? NaN] : []));
  console.log(`validated accuracy ${accuracies.map((accuracy) => accuracy.toFixed(3)).join(' → ')}`);
  expect(accuracies.at(-1)!).toBeGreaterThan(accuracies[0] + 0.05);
});
