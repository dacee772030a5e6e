// `npm run soak`: replicas come and go over real data channels for the requested time. Every step that a replica
// commits is compared with the commits of the others. The processes that it started end with it.
import { inEnglish } from '../../src/cli/english/in-english';
import { rmSync } from 'node:fs';
import { ok, type Result } from '../../src/base/result';
import { createRoom } from '../../src/net/signalling/signalling-create';
import type { RunConfig } from '../../src/replica/protocol';
import { moonsRun } from '../../src/train/testing/moons-run';
import { launchBrowser } from '../../src/cli/browser/launch-browser';
import { runCommand } from '../../src/cli/options/command-line';
import { startRoomServer } from '../../src/cli/node/room-server';
import { bundleSoakReplica } from './soak-bundle';
import type { SoakPopulation } from './soak-member';
import { parseSoakOptions, soakHelp, type SoakOptions } from './soak-options';
import { SoakProcess } from './soak-process';
import { SoakRun, type SoakSummary } from './soak-run';
import { SoakTab } from './soak-tab';

/** Two crescents, 626 parameters: the soak tests the network, not the machine. The run never ends by itself. */
const config: RunConfig = {
  ...moonsRun([128]),
  localBatch: 8,
  microBatch: 8,
  optimizer: { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
  learningRate: 0.001,
  buckets: {
    mode: 'bucketed',
    topology: 'ring',
    codec: { kind: 'f32' },
    firstBytes: 4096,
    capBytes: 4096,
    overlap: true,
  },
};

async function main(options: SoakOptions): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  const server = await startRoomServer();
  if (!server.ok) return fails(inEnglish(server.error.says));
  const closers: (() => Promise<void> | void)[] = [() => server.value.close()];
  try {
    const { tabs, seed, minutes } = options;
    const made = await (tabs === undefined ? processes : inBrowser)(options, server.value.url, closers);
    if (!made.ok) return fails(inEnglish(made.error.says));
    const population = made.value;
    const kind = tabs === undefined ? 'replicas' : 'tabs';
    console.error(`soak: seed ${seed}, ${minutes} minutes, at most ${population.most} ${kind}`);
    const run = new SoakRun(options, { population, signal: stop.signal, print: console.error });
    const summary = await run.run();
    console.log(options.json ? JSON.stringify(summary) : wordsOf(summary));
    return summary.outcome === 'done' ? 0 : 1;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Replicas on the CPU, each in a separate process. */
async function processes(
  { most, stepMs, everySeconds }: SoakOptions,
  url: string,
  closers: (() => Promise<void> | void)[],
): Promise<Result<SoakPopulation, string>> {
  const built = bundleSoakReplica();
  if (!built.ok) return built;
  const { file: bundle, folder } = built.value;
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const made = await createRoom(url, { isOpen: false });
  if (!made.ok) return made;
  const { code, key, hostToken, isOpen } = made.value;
  const ticket = { code, key, hostToken, isOpen };
  const pauseMs = everySeconds === undefined ? undefined : 1000 * everySeconds;
  return ok({
    start: (events) => new SoakProcess({ bundle, url, ticket, config, stepMs }, events),
    ...{ spares: 1, atFirst: 1, least: 1, most },
    deaths: ['silent', 'silent', 'dropped', 'leave'],
    pauseMs: { least: pauseMs ?? 500, most: pauseMs ?? 2_000 },
  });
}

/** Tabs of one Chromium, on its software adapter. */
async function inBrowser(
  { tabs, everySeconds = 15 }: SoakOptions,
  url: string,
  closers: (() => Promise<void> | void)[],
): Promise<Result<SoakPopulation, string>> {
  const launched = await launchBrowser('chromium', { headful: false, hardware: false });
  if (!launched.ok) return launched;
  const browser = launched.value;
  closers.push(() => browser.close());
  const room = {};
  let index = 0;
  const most = tabs!;
  return ok({
    start: (events) => new SoakTab({ browser, url, config, room, index: index++ }, events),
    ...{ spares: 0, atFirst: most, least: 2, most },
    deaths: ['silent', 'leave'],
    pauseMs: { least: 1000 * everySeconds, most: 1000 * everySeconds },
  });
}

function wordsOf(summary: SoakSummary): string {
  const { kills, rssMib } = summary;
  return [
    summary.outcome === 'done' ? 'Done.' : `FAILED: ${summary.why}`,
    `${summary.minutes} minutes, seed ${summary.seed}: ${summary.commits} commits, worst gap ${summary.worstGapSeconds} s`,
    `${summary.adds} added; killed: ${kills.silent} without notice, ${kills.dropped} with their links, ${kills.leave} said goodbye`,
    `${summary.retries} retries, ${summary.catchUps} catch-ups, generation ${summary.generation}, ${summary.lineages} lineages`,
    `${summary.comparisons} reports of a step compared with an earlier one, all equal in every other digest too`,
    `memory of the soak: ${rssMib[0]} MiB at the start, ${Math.max(...rssMib)} at most, ${rssMib.at(-1)} at the end; ` +
      `of a replica at most ${summary.replicaRssMib} MiB`,
  ].join('\n');
}

function fails(message: string): number {
  console.error(message);
  return 1;
}

const parsed = parseSoakOptions(process.argv.slice(2), Date.now() % 1_000_000);
process.exit(await runCommand('npm run soak', soakHelp, parsed, main));
