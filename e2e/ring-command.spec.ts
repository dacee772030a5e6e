// `npm run ring` as a person types it, from its first line to its exit code. It trains, it compares every digest, and a
// tab killed or added in the middle of the run changes neither.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { StepRecord } from '../src/replica/protocol';

const root = path.resolve(import.meta.dirname, '..');
/** The command ends itself after a minute without progress, long before this. */
const limitMs = 170_000;
/** The most steps with a member that catches up: the newcomer, and a survivor that missed a step with the killed
 *  tab. */
const zerosAtMost = 20;

interface Line extends Pick<
  StepRecord,
  'step' | 'loss' | 'learningRate' | 'generation' | 'worldSize' | 'contributions' | 'digests' | 'validation'
> {
  readonly reportedBy: number;
}

interface FaultTime {
  readonly step: number;
  readonly gapMs: number;
  readonly afterMs: number;
}

interface Summary {
  readonly outcome: string;
  readonly term: string;
  readonly steps: number;
  readonly stepsPerSecond: number;
  readonly digestComparisons: number;
  readonly kill?: FaultTime;
  readonly join?: FaultTime;
}

interface Ended {
  readonly code: number | null;
  readonly lines: readonly Line[];
  readonly summary: Summary;
  readonly stderr: string;
}

/** Runs it to its end; asserts what holds for every good run. */
async function ring(args: string): Promise<Ended> {
  const ended = await run(['scripts/ring.mjs', ...args.split(' '), '--json']);
  const printed = ended.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line & Summary);
  const lines = printed.slice(0, -1);
  const summary = printed.at(-1)!;
  expect(ended.code, `${JSON.stringify(summary)}\n${ended.stderr}`).toBe(0);
  expect(summary.outcome).toBe('done');
  expect(lines.map(({ step }) => step)).toEqual(lines.map((_, i) => i + 1));
  expectWhole(lines);
  console.log(`${args}: ${summary.stepsPerSecond} steps/s, ${summary.digestComparisons} digests compared`);
  return { ...ended, lines, summary };
}

/** H4: the header after a step shows the digest of every member that holds its result. A member that contributed
 *  examples to the sum holds it. The exception: a new view came before that header, and the member was lost or
 *  missed the sum. A member that contributed none may be catching up. */
function expectWhole(lines: readonly Line[]): void {
  let zeros = 0;
  for (const [i, { step, generation, worldSize, contributions, digests }] of lines.entries()) {
    const shown = Object.keys(digests);
    expect(new Set(Object.values(digests)).size, `digests of step ${step}`).toBe(1);
    expect(Object.keys(contributions), `members that summed step ${step}`).toHaveLength(worldSize);
    expect(contributions, `step ${step}`).toMatchObject(Object.fromEntries(shown.map((id) => [id, expect.any(Number)]))); // prettier-ignore
    const givers = Object.keys(contributions).filter((id) => contributions[id] > 0);
    expect(givers.length, `members with examples in step ${step}`).toBeGreaterThanOrEqual(1);
    const isLastOfView = i + 1 < lines.length && lines[i + 1].generation !== generation;
    if (!isLastOfView) expect(shown, `step ${step}`).toEqual(expect.arrayContaining(givers));
    if (shown.length < worldSize) zeros++;
  }
  console.log(`${zeros} of ${lines.length} steps with a member that catches up`);
  expect(zeros, 'steps with a member that catches up').toBeLessThanOrEqual(zerosAtMost);
}

function run(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const limit = setTimeout(() => child.kill('SIGTERM'), limitMs);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, stdout, stderr });
    });
  });
}

test.describe.configure({ timeout: limitMs + 10_000 });

test('three tabs learn the digits in lockstep', async () => {
  const { lines, summary } = await ring('--replicas 3 --data digits --steps 30 --evaluate-every 10');
  expect(summary.steps).toBe(30);
  expect(lines.every(({ reportedBy }) => reportedBy === 3)).toBe(true);
  expect(summary.digestComparisons).toBeGreaterThanOrEqual(30 * (3 * 4 - 1));
  const accuracies = lines.flatMap(({ validation }) => (validation ? [validation.accuracy] : []));
  console.log(`validated accuracy ${accuracies.map((accuracy) => accuracy.toFixed(3)).join(' → ')}`);
  expect(accuracies.at(-1)!).toBeGreaterThan(accuracies[0] + 0.05);
});

test('one of four is killed and another comes: the others train on, all equal', async () => {
  const { lines, summary } = await ring(
    '--replicas 4 --data moons --steps 300 --evaluate-every 0 --kill-at 20 --join-at 40',
  );
  const { kill, join } = summary;
  expect(kill).toBeDefined();
  expect(join).toBeDefined();
  console.log(`killed: no commit for ${kill!.gapMs} ms (expected ≤ 5000)`);
  console.log(
    `added: trains ${join!.afterMs} ms after its tab was opened (goal ≤ 10000), gap ${join!.gapMs} ms`,
  );
  // Three times the expected time: the test machine may be busy.
  expect(kill!.gapMs).toBeLessThanOrEqual(15_000);
  expect(join!.afterMs).toBeLessThanOrEqual(30_000);
  const membersOf = (line: Line): string[] => Object.keys(line.digests);
  const [first, last] = [membersOf(lines[0]), membersOf(lines.at(-1)!)];
  expect([first.length, last.length, last.filter((peer) => first.includes(peer)).length]).toEqual([4, 4, 3]);
});

test('Chromium and Firefox hold the same bits', async () => {
  const { lines, stderr } = await ring('--replicas 2 --browsers chromium,firefox --data digits --steps 20');
  expect(stderr).toMatch(/firefox\/\d+/i);
  expect(lines).toHaveLength(20);
  expect(lines.every(({ reportedBy, worldSize }) => reportedBy === 2 && worldSize === 2)).toBe(true);
});

test('two tabs train a CNN on the digits', async () => {
  const { lines } = await ring(
    '--replicas 2 --model cnn:4,8 --examples 400 --validation 50 --batch 8 --steps 10 --evaluate-every 5',
  );
  const losses = lines.map(({ loss }) => loss);
  console.log(`CNN: loss ${losses[0].toFixed(3)} → ${losses.at(-1)!.toFixed(3)}`);
  expect(losses.at(-1)!).toBeLessThan(losses[0]);
});

test('two tabs train a GPT on generated text, clipped, warmed up, in pieces', async () => {
  const { lines, summary } = await ring(
    '--replicas 2 --model gpt:tiny --data text --examples 400 --validation 16 --batch 8 --micro-batch 4 ' +
      '--steps 10 --clip 1 --schedule cosine --warmup 2 --lr 0.01 --evaluate-every 10',
  );
  const losses = lines.map(({ loss }) => loss);
  console.log(`GPT: ${losses[0].toFixed(3)} → ${losses.at(-1)!.toFixed(3)} nats per character`);
  expect(summary.term).toBe('character');
  expect(losses[0]).toBeCloseTo(Math.log(44), 0); // as unsure as between all characters
  expect(losses.at(-1)!).toBeLessThan(losses[0] - 0.1);
  expect(lines[0].learningRate).toBeCloseTo(0.005, 5);
});
