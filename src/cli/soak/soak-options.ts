// `npm run soak -- …`: the command line as one value, or one sentence about what is wrong with it. Pure.
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../base/result';

export interface SoakOptions {
  readonly minutes: number;
  readonly most: number;
  readonly seed: number;
  readonly stepMs: number;
  readonly json: boolean;
  /** Alive at once, in a real browser; undefined: processes of their own. */
  readonly tabs: number | undefined;
  /** From one event to the next; undefined: 0.5 to 2 seconds drawn anew each time, of tabs 15. */
  readonly everySeconds: number | undefined;
}

export type ParsedSoak = { readonly kind: 'help' } | { readonly kind: 'run'; readonly options: SoakOptions };

export const soakHelp = `npm run soak -- [options]   Adds and kills replicas, and holds every digest against the others.

  --minutes M      how long, 0.1 to 10000 (60)
  --max N          replicas alive at once, 2 to 16 (10)
  --tabs N         tabs of a real Chromium on WebGPU instead, 2 to N of them alive, N from 3 to 8
  --every S        seconds from one event to the next, 0.5 to 3600 (0.5 to 2, drawn; of tabs 15)
  --seed S         of who comes and goes, and when (drawn, and printed)
  --step-ms MS     waited before each gradient, to leave the machine time, 0 to 10000 (50)
  --json           the summary as JSON on stdout
  --help

Replicas compute on the CPU, each in a process of its own, over real data channels. One is added (60 %) or killed
(40 %: SIGKILL, links dropped, or a goodbye), never so that the rest could not decide (S4). Tabs crash, or are closed.
Exit code: 0 done · 1 30 s without a commit, a digest that differs, a step missing, or a replica that failed · 2 bad options.`;

const flags = {
  minutes: { type: 'string' },
  max: { type: 'string' },
  seed: { type: 'string' },
  'step-ms': { type: 'string' },
  tabs: { type: 'string' },
  every: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function parseSoakOptions(
  args: readonly string[],
  freshSeed: number,
): Result<ParsedSoak, 'bad-option'> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options: flags, strict: true }));
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return fail('bad-option', error.message);
    throw error;
  }
  if (values.help) return ok({ kind: 'help' });
  const minutes = Number(values.minutes ?? '60');
  if (!(minutes >= 0.1 && minutes <= 10_000))
    return fail('bad-option', '--minutes is a number from 0.1 to 10000');
  const whole = (text: string, low: number, high: number): number | undefined =>
    /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : undefined;
  const most = whole(values.max ?? '10', 2, 16);
  if (most === undefined) return fail('bad-option', '--max is a whole number from 2 to 16');
  const seed = whole(values.seed ?? String(freshSeed), 0, 0xffff_ffff);
  if (seed === undefined) return fail('bad-option', '--seed is a whole number from 0 to 4294967295');
  const stepMs = whole(values['step-ms'] ?? '50', 0, 10_000);
  if (stepMs === undefined) return fail('bad-option', '--step-ms is a whole number from 0 to 10000');
  const tabs = values.tabs === undefined ? undefined : whole(values.tabs, 3, 8);
  if (values.tabs !== undefined && tabs === undefined)
    return fail('bad-option', '--tabs is a whole number from 3 to 8');
  if (tabs !== undefined && (values.max !== undefined || values['step-ms'] !== undefined))
    return fail('bad-option', '--max and --step-ms are for replicas without a browser, not for --tabs');
  const everySeconds = values.every === undefined ? undefined : Number(values.every);
  if (everySeconds !== undefined && !(everySeconds >= 0.5 && everySeconds <= 3600))
    return fail('bad-option', '--every is a number from 0.5 to 3600');
  const json = values.json === true;
  return ok({ kind: 'run', options: { minutes, most, seed, stepMs, json, tabs, everySeconds } });
}
