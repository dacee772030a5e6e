// Compares the committed run of a tab with one thread that trains alone on the examples that the records list
// (src/cli/testing/plain-replay.ts).
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { RunConfig, StepRecord } from '../../src/replica/protocol';

const root = path.resolve(import.meta.dirname, '../..');
/** Rounding differs between devices, and every step carries the difference forward. */
const comparedSteps = 300;

/** The largest relative difference of ‖ḡ‖ over the run's first steps, and the number of these steps. */
export async function differenceFromOracle(
  config: RunConfig,
  all: readonly StepRecord[],
): Promise<{ readonly largest: number; readonly steps: number }> {
  const records = all.slice(0, comparedSteps);
  const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];
  const child = spawn(process.execPath, [...loaders, 'src/cli/testing/plain-replay.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ config, records }));
  const norms = JSON.parse(await text(child.stdout)) as number[];
  const largest = Math.max(...records.map(({ gradientNorm }, i) => Math.abs(norms[i] / gradientNorm - 1)));
  return { largest, steps: records.length };
}
