// The options of `npm run bench`. Pure.
import type { Result } from '../../base/result';
import { systems, type System } from '../../lab/bench-report';
import { parseCommandLine, type CommandLine, type GivenOptions } from '../options/command-line';

export interface BenchOptions {
  /** Cases whose names begin with one of these; all when empty. */
  readonly suites: readonly string[];
  readonly only: readonly System[];
  readonly runs: number | undefined;
  readonly json: boolean;
  readonly headful: boolean;
  /** Let Chromium choose the adapter, instead of its software one. */
  readonly hardware: boolean;
}

const mostRuns = 1000;

export const benchHelp = `npm run bench -- [options]   The same shapes by this engine, jax-js and tfjs, in one page.

  --suite LIST     cases whose names begin with these, separated by commas: matmul, "matmul 1024", mlp, gpt (all)
  --only LIST      ours, jaxjs, tfjs (all three)
  --runs N         timed runs of each after the warm-up, 1 to ${mostRuns} (as many as fit into 20 s per case, 3 to 15)
  --json           JSON lines: {name, ours, jaxjs, tfjs, ceiling, unit, ratio}, and the errors of failed systems
  --hardware       let Chromium use the real GPU instead of its software adapter
  --headful        show the browser window
  --help

Runs are interleaved (ours, jax-js, tfjs, ceiling, ours, …); figures are medians. Exit code: 0 done · 1 ours
or the bench itself failed · 2 bad options.`;

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
  const only = given.listOf('only', systems);
  return {
    suites: given.list('suite'),
    only: only.length > 0 ? systems.filter((system) => only.includes(system)) : systems,
    runs: given.whole('runs', 1, mostRuns),
    json: given.has('json'),
    headful: given.has('headful'),
    hardware: given.has('hardware'),
  };
}
