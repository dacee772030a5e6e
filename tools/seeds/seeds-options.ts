// The options of `npm run test:seeds`. Pure.
import type { Result } from '../../src/base/result';
import { parseCommandLine, type CommandLine, type GivenOptions } from '../../src/cli/options/command-line';

export type SeedsOptions =
  | {
      readonly mode: 'live';
      readonly seeds: number;
      readonly from: number;
      readonly jobs: number;
      readonly json: boolean;
    }
  | { readonly mode: 'record'; readonly from: number; readonly file: string }
  /** `worlds`: the most worlds of each search. */
  | { readonly mode: 'search'; readonly worlds: number }
  | { readonly mode: 'wifi'; readonly from: number; readonly replicas: number };

export const seedsHelp = `npm run test:seeds -- [options]   Lives seeded lives of simulated rings.

  --seeds N      lives, 1 to 1000000000 (10000)
  --from SEED    seed of the first life (0)
  --jobs N       processes, 1 to 256 (2)
  --json         one line per seed on standard output: {seed, history}, where history hashes all commits and views of
                 the life, without times. The report goes to standard error. Compare two versions of the code with it
  --record FILE  instead: live the life --from, and write it as a script that replays without the generator, for
                 src/train/testing/lives. A life that fails is written too
  --exhaustive   instead: search every order of messages in small view changes
  --worlds N     the most worlds that each of these searches visits (all)
  --wifi N       instead: N replicas, 3 to 64, on the modelled air of one access point; two train, the others join

Exit code: 0 all passed · 1 some seeds failed; the report names them · 2 bad options.`;

const flags = {
  seeds: { type: 'string' },
  from: { type: 'string' },
  jobs: { type: 'string' },
  json: { type: 'boolean' },
  record: { type: 'string' },
  exhaustive: { type: 'boolean' },
  worlds: { type: 'string' },
  wifi: { type: 'string' },
} as const;

export function parseSeedsOptions(args: readonly string[]): Result<CommandLine<SeedsOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): SeedsOptions {
  const from = given.whole('from', 0, 1e9) ?? 0;
  const seeds = given.whole('seeds', 1, 1e9) ?? 10_000;
  const jobs = given.whole('jobs', 1, 256) ?? 2;
  const worlds = given.whole('worlds', 1, 1e9) ?? Infinity;
  const replicas = given.whole('wifi', 3, 64);
  const file = given.text('record');
  if (file !== undefined) return { mode: 'record', from, file };
  if (given.has('exhaustive')) return { mode: 'search', worlds };
  if (replicas !== undefined) return { mode: 'wifi', from, replicas };
  return { mode: 'live', seeds, from, jobs, json: given.has('json') };
}
