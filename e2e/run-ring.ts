// Runs `npm run ring` as a person types it, from its first line to its exit code, and checks what holds for every good
// run.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { StepRecord } from '../src/replica/protocol';

const root = path.resolve(import.meta.dirname, '..');
/** The command ends itself after two minutes without progress. Firefox on a busy machine takes one to start. */
const limitMs = 290_000;
export const testLimitMs = limitMs + 10_000;
/** The most steps with a member that catches up: the newcomer, and a survivor that missed a step with the killed
 *  tab. */
const zerosAtMost = 20;

export interface Line extends Pick<
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

/** Runs it to its end; asserts what holds for every good run. `after`: the step that a resumed run continues from. */
export async function ring(args: string, after = 0): Promise<Ended> {
  const ended = await run(['scripts/ring.mjs', ...args.split(' '), '--json']);
  const printed = ended.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line & Summary);
  const lines = printed.slice(0, -1);
  const summary = printed.at(-1)!;
  expect(ended.code, `${JSON.stringify(summary)}\n${ended.stderr}`).toBe(0);
  expect(summary.outcome).toBe('done');
  expect(lines.map(({ step }) => step)).toEqual(lines.map((_, i) => after + i + 1));
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
