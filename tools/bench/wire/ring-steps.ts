// One ring of real tabs on emulated lines, until the loss is reached, the time is up or the last step. The same seed
// everywhere, so rings differ by line, mode and model only.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fail, ok, type Result } from '../../../src/base/result';
import type { StepLine } from '../../../src/cli/ring/ring-report';
import type { SyncMode } from './sync-mode';
import type { Goal, WireOptions } from './wire-options';

const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];
/** The time of a ring beyond its training: its browsers start, connect and close. */
const aroundMs = 120_000;

export async function ringSteps(
  {
    replicas,
    batch,
    mostSteps,
    mostSeconds,
  }: Pick<WireOptions, 'replicas' | 'batch' | 'mostSteps' | 'mostSeconds'>,
  /** undefined: the links as they are. */
  line: string | undefined,
  mode: SyncMode,
  { model, data, loss, validation }: Goal,
): Promise<Result<readonly StepLine[], 'ring-failed'>> {
  const args = Object.entries({
    ...{ replicas, data, model, batch, topology: mode.topology, steps: mostSteps, validation },
    ...(line === undefined ? {} : { link: line }),
    ...{ 'evaluate-every': mode.evaluateEvery, engine: 'cpu' },
  }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(
    process.execPath,
    [...loaders, 'src/cli/ring/ring.ts', ...args, ...mode.ringOptions, '--json'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const stop = (): void => void child.kill('SIGTERM'); // the ring closes its browsers
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  let isEnough = false;
  const enough = (): void => {
    isEnough = true;
    child.kill('SIGINT');
  };
  const guard = setTimeout(enough, 1000 * mostSeconds + aroundMs);
  const steps: StepLine[] = [];
  let wallMs = 0;
  for await (const text of createInterface(child.stdout)) {
    const read = JSON.parse(text) as StepLine | { readonly summary: true };
    if ('summary' in read || isEnough) continue;
    steps.push(read);
    wallMs += read.wallMs;
    const isReached = read.validation !== undefined && read.validation.loss <= loss;
    if (isReached || wallMs > 1000 * mostSeconds) enough();
  }
  const code = await ended;
  clearTimeout(guard);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
  if (code === 0 || isEnough) return ok(steps);
  const outcome = `ended with code ${code ?? 'none'} after ${steps.length} steps`;
  return fail('ring-failed', `the ring of ${model} on ${line ?? 'bare links'} with ${mode.name} ${outcome}`);
}
