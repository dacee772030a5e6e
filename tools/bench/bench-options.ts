// The options of `npm run bench`. Pure.
import type { Result } from '../../src/base/result';
import { systems, type System } from '../lab/reports/bench-report';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../src/cli/options/command-line';
import { selectSystems } from './select-cases';

export interface BenchOptions {
  /** Cases whose names begin with one of these; all but the long ones when empty. */
  readonly suites: readonly string[];
  readonly systems: readonly System[];
  readonly runs: number | undefined;
  readonly json: boolean;
  readonly headful: boolean;
  /** Let Chromium choose the adapter, instead of its software one. */
  readonly hardware: boolean;
}

const mostRuns = 1000;
const systemNames = systems.map(({ name }) => name);

export const benchHelp = `npm run bench -- [options]   The same shapes by our engines, jax-js and tfjs, each in a page of its own.
npm run bench -- start [options]   Seconds from Join to the first gradient (--help).
npm run bench -- wire [options]    Links, sums, codecs and seconds to a loss on emulated lines (--help).
npm run bench -- what-if [options] Predicted step times against those of really changing the ring (--help).
npm run bench -- memory [options]  The memory that reading large files takes (--help).

  --suite LIST     cases whose names begin with these, separated by commas: matmul, "matmul 1024", mlp, gpt
                   (all but the products of 2048³, which only "matmul 2048" names)
  --only LIST      systems whose names begin with these: ours, tfjs, "jax-js wasm" (all: ${systemNames.slice(0, 4).join(', ')},
                   ${systemNames.slice(4).join(', ')})
  --runs N         turns of each after the warm-up, 1 to ${mostRuns} (as many as fit into 30 s per case, 3 to 15)
  --json           JSON lines: {name, unit, ours, engine, rivals, best, ratio, ceiling, sameResource, …}, and errors
  --hardware       let Chromium use the real GPU instead of its software adapter
  --headful        show the browser window
  --help

wasm has one thread, "wasm threads" one per core. "ours simd threads" has as many as a replica would take. A system that
fails has an error, never a ratio. Ours is the engine that the product would choose: the GPU, or the fastest as measured.
Without --hardware "ours webgpu" runs only where --only names it whole: no page chooses it on a software adapter. The
ratio is to the best rival that ran.
Turns are interleaved (ours, jax-js, tfjs, ceilings, ours, …); figures are medians. Exit code: 0 done · 1 ours or the
bench itself failed · 2 bad options.`;

const flags = {
  suite: { type: 'string' },
  only: { type: 'string' },
  runs: { type: 'string' },
  json: { type: 'boolean' },
  hardware: { type: 'boolean' },
  headful: { type: 'boolean' },
} as const;

export function parseBenchOptions(args: readonly string[]): Result<CommandLine<BenchOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): BenchOptions {
  const only = given.list('only');
  for (const one of only)
    if (selectSystems(systems, [one]).length === 0)
      throw new BadOption(`--only names systems (${systemNames.join(', ')}) or how they begin; not '${one}'`);
  const hardware = given.has('hardware');
  const isChoice = ({ name, library, resource }: System): boolean =>
    hardware || library !== 'ours' || resource !== 'webgpu' || only.includes(name);
  return {
    suites: given.list('suite'),
    systems: selectSystems(systems, only).filter(isChoice),
    runs: given.whole('runs', 1, mostRuns),
    json: given.has('json'),
    headful: given.has('headful'),
    hardware,
  };
}
