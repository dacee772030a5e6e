// `npm run ring` trains each kind of model in real browsers, two of them different ones, and compares every digest.
import { expect, test } from '@playwright/test';
import { ring, testLimitMs, type Line } from './run-ring';

test.describe.configure({ timeout: testLimitMs });

/** Chromium and Firefox in turn: the same bits in both, whatever travels between them. */
const both = '--browsers chromium,firefox';

/** Runs it in Chromium and in Firefox; every step is that of all. */
async function ringOfBoth(replicas: number, options: string): ReturnType<typeof ring> {
  const ended = await ring(`--replicas ${replicas} ${both} ${options}`);
  const { lines, summary, stderr } = ended;
  expect(stderr).toMatch(/chrome\/\d+/i);
  expect(stderr).toMatch(/firefox\/\d+/i);
  expect(lines).toHaveLength(summary.steps);
  const isOfAll = ({ reportedBy, worldSize }: Line) => reportedBy === replicas && worldSize === replicas;
  expect(lines.every(isOfAll)).toBe(true);
  expect(summary.digestComparisons).toBeGreaterThanOrEqual(summary.steps * (replicas * (replicas + 1) - 1));
  return ended;
}

test('two tabs on their processors and Firefox on WebGPU learn the digits in lockstep', async () => {
  const { lines, summary } = await ringOfBoth(
    3,
    '--engine cpu,webgpu --data digits --steps 20 --evaluate-every 10',
  );
  expect(summary.steps).toBe(20);
  const accuracies = lines.flatMap(({ validation }) => (validation ? [validation.accuracy] : []));
  console.log(`validated accuracy ${accuracies.map((accuracy) => accuracy.toFixed(3)).join(' → ')}`);
  expect(accuracies.at(-1)!).toBeGreaterThan(accuracies[0] + 0.05);
});

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
