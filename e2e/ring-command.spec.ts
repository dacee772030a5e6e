// `npm run ring` trains each kind of model in real browsers, and compares every digest.
import { expect, test } from '@playwright/test';
import { ring, testLimitMs } from './run-ring';

test.describe.configure({ timeout: testLimitMs });

test('three tabs learn the digits in lockstep', async () => {
  const { lines, summary } = await ring(
    '--replicas 3 --engine cpu --data digits --steps 30 --evaluate-every 10',
  );
  expect(summary.steps).toBe(30);
  expect(lines.every(({ reportedBy }) => reportedBy === 3)).toBe(true);
  expect(summary.digestComparisons).toBeGreaterThanOrEqual(30 * (3 * 4 - 1));
  const accuracies = lines.flatMap(({ validation }) => (validation ? [validation.accuracy] : []));
  console.log(`validated accuracy ${accuracies.map((accuracy) => accuracy.toFixed(3)).join(' → ')}`);
  expect(accuracies.at(-1)!).toBeGreaterThan(accuracies[0] + 0.05);
});

test('Chromium on its processor and Firefox on WebGPU hold the same bits', async () => {
  const { lines, stderr } = await ring(
    '--replicas 2 --browsers chromium,firefox --engine cpu,webgpu --data digits --steps 20',
  );
  expect(stderr).toMatch(/firefox\/\d+/i);
  expect(lines).toHaveLength(20);
  expect(lines.every(({ reportedBy, worldSize }) => reportedBy === 2 && worldSize === 2)).toBe(true);
});

for (const [what, options] of [
  ['DiLoCo and int8', '--sync diloco --inner-steps 4 --codec int8 --steps 8'],
  ['gathered signs', '--codec sign --steps 12'],
])
  test(`Chromium and Firefox hold the same bits with ${what}`, async () => {
    const { lines, summary, stderr } = await ring(
      `--replicas 2 --browsers chromium,firefox --engine cpu --data digits ${options}`,
    );
    expect(stderr).toMatch(/firefox\/\d+/i);
    expect(lines).toHaveLength(summary.steps);
    expect(lines.every(({ reportedBy, worldSize }) => reportedBy === 2 && worldSize === 2)).toBe(true);
    expect(summary.digestComparisons).toBeGreaterThanOrEqual(summary.steps * (2 * 3 - 1));
  });

test('two tabs train a CNN on the digits', async () => {
  const { lines } = await ring(
    '--replicas 2 --engine cpu --model cnn:4,8 --examples 400 --validation 50 --batch 8 --steps 10 --evaluate-every 5',
  );
  const losses = lines.map(({ loss }) => loss);
  console.log(`CNN: loss ${losses[0].toFixed(3)} → ${losses.at(-1)!.toFixed(3)}`);
  expect(losses.at(-1)!).toBeLessThan(losses[0]);
});

test('two tabs train a GPT on generated text, clipped, warmed up, in pieces', async () => {
  const { lines, summary } = await ring(
    '--replicas 2 --engine cpu --model gpt:tiny --data text --examples 400 --validation 16 --batch 8 --micro-batch 4 ' +
      '--steps 10 --clip 1 --schedule cosine --warmup 2 --lr 0.01 --evaluate-every 10',
  );
  const losses = lines.map(({ loss }) => loss);
  console.log(`GPT: ${losses[0].toFixed(3)} → ${losses.at(-1)!.toFixed(3)} nats per character`);
  expect(summary.term).toBe('character');
  expect(losses[0]).toBeCloseTo(Math.log(44), 0); // as unsure as between all characters
  expect(losses.at(-1)!).toBeLessThan(losses[0] - 0.1);
  expect(lines[0].learningRate).toBeCloseTo(0.005, 5);
});
