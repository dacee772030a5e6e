// `npm run test:seeds`: lives thousands of seeded lives of simulated rings in a few processes and checks S1–S5 on every
// history. The report counts the lives in which each fault happened, and names every seed that failed, with its faults.
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { successionScenarios } from '../../src/membership/testing/succession-scenarios';
import { searchSuccession } from '../../src/membership/testing/succession-search';
import { mostStranded } from '../../src/train/testing/life';
import { liveRandomly } from '../../src/train/testing/random-life';
import { joinOverWifi } from '../../src/train/testing/wifi-ring';
import { LifeRecorder, scriptText } from '../../src/train/testing/life-recorder';
import { runCommand } from '../../src/cli/options/command-line';
import { parseSeedsOptions, seedsHelp, type SeedsOptions } from './seeds-options';
import { SeedsTally } from './seeds-tally';
import type { FromSeedsWorker } from './seeds-worker';

const progressMs = 60_000;

function main(options: SeedsOptions): Promise<number> {
  switch (options.mode) {
    case 'record':
      return record(options.from, options.file);
    case 'search':
      return Promise.resolve(searchAll(options.worlds));
    case 'wifi':
      return joinAll(options.replicas, options.from);
    case 'live':
      return liveAll(options);
    default:
      return options satisfies never;
  }
}

async function liveAll({
  seeds,
  from,
  jobs,
  json,
}: Extract<SeedsOptions, { mode: 'live' }>): Promise<number> {
  const tally = new SeedsTally();
  const histories = new Map<number, string>();
  let next = from;
  const live = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(path.join(import.meta.dirname, 'seeds-worker.ts'), {
        execArgv: ['--max-semi-space-size=64', '--import', 'tsx', '--import', './scripts/shader-loader.mjs'],
      });
      child.on('message', (message: FromSeedsWorker) => {
        if (message.kind === 'lived') {
          tally.add(message.seed, message.life);
          histories.set(message.seed, message.life.history);
        }
        if (next < from + seeds) child.send({ kind: 'live', seed: next++ });
        else child.disconnect();
      });
      child.once('exit', (code) =>
        code === 0 || code === 1 ? resolve() : reject(new Error(`a process ended with ${code}`)),
      );
      process.once('exit', () => child.kill('SIGKILL'));
    });
  const progress = setInterval(() => console.error(tally.line()), progressMs);
  await Promise.all(Array.from({ length: jobs }, live));
  clearInterval(progress);
  if (json) {
    for (const [seed, history] of [...histories].sort(([a], [b]) => a - b))
      console.log(JSON.stringify({ seed, history }));
    console.error(tally.report(from));
  } else console.log(tally.report(from));
  if (tally.hasTooManyStranded)
    console.error(`more than ${mostStranded(tally.lives)} of ${tally.lives} lives ended without a quorum`);
  return tally.failures.length === 0 && tally.lives === seeds && !tally.hasTooManyStranded ? 0 : 1;
}

async function record(seed: number, file: string): Promise<number> {
  const recorder = new LifeRecorder();
  let why = '';
  try {
    const { ring } = await liveRandomly(seed, { recorder });
    ring.verify();
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
    console.error(why);
  }
  writeFileSync(file, scriptText(recorder.script(seed, why.split('\n')[0])));
  return why === '' ? 0 : 1;
}

function searchAll(limit: number): number {
  let violations = 0;
  for (const scenario of successionScenarios) {
    const startedMs = performance.now();
    const { worlds, moves, isWhole, violation } = searchSuccession(scenario, limit);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
    console.log(
      `${scenario.what}: ${worlds} worlds${isWhole ? ', all of them' : ''}, ${moves} moves, ${seconds} s`,
    );
    if (violation === undefined) continue;
    violations++;
    console.log(`  VIOLATED: ${violation}`);
  }
  return violations === 0 ? 0 : 1;
}

async function joinAll(replicas: number, seed: number): Promise<number> {
  try {
    console.log(
      JSON.stringify(await joinOverWifi(replicas, seed, (line) => console.error(line)), undefined, 2),
    );
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

const parsed = parseSeedsOptions(process.argv.slice(2));
process.exit(await runCommand('npm run test:seeds', seedsHelp, parsed, main));
