// The options of `npm run soak`. Pure.
import type { Result } from '../../src/base/result';
import type { EdgeProfile } from '../../src/net/emulation/edge-profile';
import { readLink } from '../../src/cli/ring/ring-table';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../src/cli/options/command-line';

export interface SoakOptions {
  readonly minutes: number;
  readonly most: number;
  readonly seed: number;
  readonly stepMs: number;
  readonly json: boolean;
  /** Emulated on every edge; undefined: the links as they are. */
  readonly link: EdgeProfile | undefined;
  /** The number of tabs alive in a real browser; undefined: separate processes. */
  readonly tabs: number | undefined;
  /** The time between two events; undefined: drawn from 0.5 to 2 seconds each time, and 15 for tabs. */
  readonly everySeconds: number | undefined;
}

export const soakHelp = `npm run soak -- [options]   Adds and kills replicas, and compares every digest.

  --minutes M      how long, 0.1 to 10000 (60)
  --max N          replicas alive at once, 2 to 16 (10)
  --tabs N         tabs of a real Chromium on WebGPU instead, 2 to N of them alive, N from 3 to 8
  --every S        seconds from one event to the next, 0.5 to 3600 (0.5 to 2, drawn; with tabs 15)
  --seed S         of the additions and kills, and their times (drawn, and printed)
  --step-ms MS     wait before each gradient, to leave the machine time, 0 to 10000 (50)
  --link LINE      make every link slow, as npm run ring does: 5mbit,40ms or home (as they are)
  --json           the summary as JSON on stdout
  --help

Replicas compute on the CPU, each in a process of its own, over real data channels. One is added (60 %) or killed
(40 %: SIGKILL, links dropped, or a goodbye), but the rest always keeps a quorum (S4). Tabs crash, or are closed.
Exit code: 0 done · 1 30 s without a commit, a digest that differs, a step missing, or a replica that failed · 2 bad options.`;

const flags = {
  minutes: { type: 'string' },
  max: { type: 'string' },
  seed: { type: 'string' },
  'step-ms': { type: 'string' },
  tabs: { type: 'string' },
  every: { type: 'string' },
  link: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export function parseSoakOptions(
  args: readonly string[],
  freshSeed: number,
): Result<CommandLine<SoakOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, (given) => read(given, freshSeed));
}

function read(given: GivenOptions<keyof typeof flags>, freshSeed: number): SoakOptions {
  const tabs = given.whole('tabs', 3, 8);
  const most = given.whole('max', 2, 16);
  const stepMs = given.whole('step-ms', 0, 10_000);
  const link = given.text('link');
  if (tabs !== undefined && (most !== undefined || stepMs !== undefined))
    throw new BadOption('--max and --step-ms are for replicas without a browser, not for --tabs');
  return {
    minutes: given.number('minutes', 0.1, 10_000) ?? 60,
    most: most ?? 10,
    seed: given.whole('seed', 0, 0xffff_ffff) ?? freshSeed,
    stepMs: stepMs ?? 50,
    json: given.has('json'),
    link: link === undefined ? undefined : readLink(link),
    tabs,
    everySeconds: given.number('every', 0.5, 3600),
  };
}
