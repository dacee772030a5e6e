// `npm run bench -- …`: the command line as one value, or one sentence about what is wrong with it. Pure.
import { parseArgs } from 'node:util';
import { systems, type System } from '../../lab/bench-report';
import { fail, ok, type Result } from '../../base/result';

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

export type ParsedBench =
  { readonly kind: 'help' } | { readonly kind: 'run'; readonly options: BenchOptions };

const mostRuns = 1000;

export const benchHelp = `npm run bench -- [options]   The same shapes by this engine, jax-js and tfjs, in one page.

  --suite LIST     cases whose names begin so, with commas: matmul, "matmul 1024", mlp, gpt (all)
  --only LIST      ours, jaxjs, tfjs (all three)
  --runs N         timed runs of each after the warm-up, 1 to ${mostRuns} (what 20 s a case allow, 3 to 15)
  --json           JSON lines: {name, ours, jaxjs, tfjs, ceiling, unit, ratio}, and the errors of those that fail
  --hardware       let Chromium use the real GPU instead of its software adapter
  --headful        show the browser window
  --help

Runs are interleaved (ours, jax-js, tfjs, ceiling, ours, …); figures are medians. Exit code: 0 done · 1 ours failed
or the bench itself did · 2 bad options.`;

const flags = {
  suite: { type: 'string' },
  only: { type: 'string' },
  runs: { type: 'string' },
  json: { type: 'boolean' },
  hardware: { type: 'boolean' },
  headful: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function parseBenchOptions(args: readonly string[]): Result<ParsedBench, 'bad-option'> {
  try {
    const { values } = parseArgs({ args: [...args], options: flags, strict: true });
    if (values.help) return ok({ kind: 'help' });
    const only = listOf(values.only);
    const unknown = only.find((name) => !systems.some((system) => system === name));
    if (unknown !== undefined)
      return fail('bad-option', `--only knows ${systems.join(', ')}, not '${unknown}'`);
    const { runs } = values;
    if (runs !== undefined && !(/^\d+$/.test(runs) && Number(runs) >= 1 && Number(runs) <= mostRuns))
      return fail('bad-option', `--runs is a whole number from 1 to ${mostRuns}, not '${runs}'`);
    return ok({
      kind: 'run',
      options: {
        suites: listOf(values.suite),
        only: only.length > 0 ? systems.filter((system) => only.includes(system)) : systems,
        runs: runs === undefined ? undefined : Number(runs),
        json: values.json ?? false,
        headful: values.headful ?? false,
        hardware: values.hardware ?? false,
      },
    });
  } catch (error) {
    // parseArgs throws TypeErrors with a sentence for people; anything else is a bug.
    if (error instanceof TypeError && 'code' in error) return fail('bad-option', error.message);
    throw error;
  }
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
