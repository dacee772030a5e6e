// `npm run soak`: replicas come and go over real data channels for as long as asked, and every step that any of them
// commits is held against what the others committed. Whatever it started ends with it.
import { rmSync } from 'node:fs';
import { createRoom } from '../net/signalling-create';
import type { RunConfig } from '../replica/protocol';
import { moonsRun } from '../train/moons-run';
import { startRoomServer } from './room-server';
import { bundleSoakReplica } from './soak-bundle';
import { parseSoakOptions, soakHelp } from './soak-options';
import { SoakRun, type SoakSummary } from './soak-run';

/** Two crescents, 626 parameters: the network is what is tried, not the machine. It never ends by itself. */
const config: RunConfig = {
  ...moonsRun([128]),
  localBatch: 8,
  microBatch: 8,
  optimizer: { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
  learningRate: 0.001,
  buckets: { mode: 'bucketed', firstBytes: 4096, capBytes: 4096, overlap: true },
};

async function main(args: readonly string[]): Promise<number> {
  const parsed = parseSoakOptions(args, Date.now() % 1_000_000);
  if (!parsed.ok) return complain(`${parsed.error.message}\nnpm run soak -- --help`, 2);
  if (parsed.value.kind === 'help') {
    console.log(soakHelp);
    return 0;
  }
  const { options } = parsed.value;
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  const server = await startRoomServer();
  if (!server.ok) return complain(server.error.message, 1);
  const { url } = server.value;
  const bundle = bundleSoakReplica();
  try {
    if (!bundle.ok) return complain(bundle.error.message, 1);
    const made = await createRoom(url, { isOpen: false });
    if (!made.ok) return complain(made.error.message, 1);
    const { code, key, hostToken, isOpen } = made.value;
    console.error(`soak: seed ${options.seed}, ${options.minutes} minutes, at most ${options.most} replicas`);
    const ticket = { code, key, hostToken, isOpen };
    const run = new SoakRun(options, {
      url,
      ticket,
      config,
      bundle: bundle.value.file,
      signal: stop.signal,
      say: console.error,
    });
    const summary = await run.run();
    console.log(options.json ? JSON.stringify(summary) : wordsOf(summary));
    return summary.outcome === 'done' ? 0 : 1;
  } finally {
    if (bundle.ok) rmSync(bundle.value.folder, { recursive: true, force: true });
    await server.value.close();
  }
}

function wordsOf(summary: SoakSummary): string {
  const { kills, rssMib } = summary;
  return [
    summary.outcome === 'done' ? 'Done.' : `FAILED: ${summary.why}`,
    `${summary.minutes} minutes, seed ${summary.seed}: ${summary.commits} commits, worst gap ${summary.worstGapSeconds} s`,
    `${summary.adds} added; killed: ${kills.silent} without notice, ${kills.dropped} with their links, ${kills.leave} said goodbye`,
    `${summary.retries} retries, ${summary.heals} heals, generation ${summary.generation}, ${summary.lineages} lineages`,
    `${summary.comparisons} reports of a step compared with an earlier one, all equal in every other digest too`,
    `memory of the soak: ${rssMib[0]} MiB at the start, ${Math.max(...rssMib)} at most, ${rssMib.at(-1)} at the end; ` +
      `of a replica at most ${summary.replicaRssMib} MiB`,
  ].join('\n');
}

function complain(message: string, code: number): number {
  console.error(message);
  return code;
}

process.exit(await main(process.argv.slice(2)));
