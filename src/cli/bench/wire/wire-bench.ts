// `npm run bench -- wire`: rings of real tabs on emulated lines (net/emulation), one after the other, each until its
// last step. The same seed everywhere, so the runs differ by line and codec only.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { runCommand } from '../../options/command-line';
import type { StepLine } from '../../ring/ring-report';
import { timeToLoss, wireHead, wireRow } from './time-to-loss';
import { parseWireOptions, wireHelp, type WireOptions } from './wire-options';

const loaders = ['--import', 'tsx', '--import', './scripts/shader-loader.mjs'];
const evaluateEvery = 10;

async function main(options: WireOptions): Promise<number> {
  if (!options.json) console.log(wireHead);
  for (const line of options.lines)
    for (const codec of options.codecs) {
      const steps = await ringSteps(options, line, codec);
      if (!steps) return 1;
      const name = `time-to-loss ${options.model} ${options.loss} ${line} ${codec}`;
      const result = timeToLoss(name, steps, options.loss);
      console.log(options.json ? JSON.stringify(result) : wireRow(result));
    }
  return 0;
}

/** The steps of one ring, until the loss is reached or the last; undefined: it failed, and has said why. */
async function ringSteps(options: WireOptions, line: string, codec: string): Promise<StepLine[] | undefined> {
  const { replicas, data, model, batch, topology, mostSteps, loss } = options;
  const args = Object.entries({
    ...{ replicas, data, model, batch, topology, codec, link: line },
    ...{ steps: mostSteps, 'evaluate-every': evaluateEvery, engine: 'cpu' },
  }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [...loaders, 'src/cli/ring/ring.ts', ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const stop = (): void => void child.kill('SIGTERM'); // the ring closes its browsers
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const steps: StepLine[] = [];
  let isReached = false;
  for await (const text of createInterface(child.stdout)) {
    const read = JSON.parse(text) as StepLine | { readonly summary: true };
    if ('summary' in read || isReached) continue;
    steps.push(read);
    isReached = read.validation !== undefined && read.validation.loss <= loss;
    if (isReached) child.kill('SIGINT'); // nothing more is to be learned
  }
  const code = await ended;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
  if (code === 0 || isReached) return steps;
  console.error(
    `the ring on ${line} with ${codec} ended with code ${code ?? 'none'} after ${steps.length} steps`,
  );
  return undefined;
}

const parsed = parseWireOptions(process.argv.slice(2));
process.exitCode = await runCommand('npm run bench -- wire', wireHelp, parsed, main);
