// `npm run test:seeds`: lives thousands of seeded lives of simulated rings in a few processes and checks S1–S5 on every
// history. The report counts the lives in which each fault happened, and names every seed that failed, with its faults.
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { searchSuccession, successionSearches } from '../../membership/testing/succession-search';
import { mostStranded } from '../../train/testing/life';
import { liveRandomly } from '../../train/testing/random-life';
import { joinOverWifi } from '../../train/testing/wifi-ring';
import { LifeRecorder, scriptText } from '../../train/testing/life-recorder';
import { runCommand } from '../options/command-line';
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

function searchAll(worlds: number): number {
  let violations = 0;
  for (const { what, scenario } of successionSearches) {
    const startedMs = performance.now();
    const { states, transitions, isWhole, violation } = searchSuccession(scenario, worlds);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
    console.log(
      `${what}: ${states} worlds${isWhole ? ', all of them' : ''}, ${transitions} transitions, ${seconds} s`,
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

class Tally {
  lives = 0;
  readonly failures: { readonly seed: number; readonly life: SeedLife }[] = [];
  readonly #sums = { commits: 0, retries: 0, catchUps: 0, views: 0, stranded: 0, forked: 0, cpuMs: 0 };
  /** Fault → lives in which it came to pass. */
  readonly #faults = new Map<string, number>();
  /** Most members at once → lives, and what they cost. */
  readonly #sizes = new Map<number, { lives: number; cpuMs: number }>();
  readonly #startedMs = performance.now();

  add(seed: number, life: SeedLife): void {
    this.lives++;
    const { failure, counts, commits, retries, catchUps, views, lineages, mostMembers, cpuMs } = life;
    if (failure !== undefined) {
      this.failures.push({ seed, life });
      console.error(`seed ${seed} FAILED: ${failure}`);
    }
    const sums = this.#sums;
    sums.commits += commits;
    sums.retries += retries;
    sums.catchUps += catchUps;
    sums.views += views;
    sums.cpuMs += cpuMs;
    sums.stranded += life.isStranded ? 1 : 0;
    sums.forked += lineages > 1 ? 1 : 0;
    for (const [name, count] of Object.entries(counts))
      if (count > 0) this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
    const size = this.#sizes.get(mostMembers) ?? { lives: 0, cpuMs: 0 };
    this.#sizes.set(mostMembers, { lives: size.lives + 1, cpuMs: size.cpuMs + cpuMs });
  }

  get hasTooManyStranded(): boolean {
    return this.#sums.stranded > mostStranded(this.lives);
  }

  line(): string {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const { cpuMs } = this.#sums;
    return (
      `${this.lives} lives in ${seconds.toFixed(0)} s (${(this.lives / seconds).toFixed(1)}/s, ` +
      `${(cpuMs / Math.max(1, this.lives)).toFixed(0)} ms of a core each), ${this.failures.length} failed`
    );
  }

  report(from: number): string {
    const { commits, retries, catchUps, views, stranded, forked } = this.#sums;
    const faults = [...this.#faults].sort().map(([name, lives]) => `${name} ${lives}`);
    const sizes = [...this.#sizes]
      .sort(([a], [b]) => a - b)
      .map(([size, { lives, cpuMs }]) => `${size}: ${lives} (${(cpuMs / lives / 1000).toFixed(2)} s each)`);
    return [
      this.line(),
      `seeds ${from} to ${from + this.lives - 1}: ${commits} committed steps, ${retries} retries, ${catchUps} heals, ${views} views installed,`,
      `${forked} lives with more than one lineage, ${stranded} that ended without a quorum (at most ${mostStranded(this.lives)} may)`,
      `lives with a fault: ${faults.join(', ')}`,
      `lives by their most members: ${sizes.join(', ')}`,
      ...this.failures
        .slice(0, shownFailures)
        .map(({ seed, life }) => `\nseed ${seed}: ${life.failure}\n${life.details}`),
    ].join('\n');
  }
}

process.exit(await main(process.argv.slice(2)));
