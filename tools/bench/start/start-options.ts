// The options of `npm run bench -- start`. Pure.
import type { Result } from '../../../src/base/result';
import { engineWishes, type EngineWish } from '../../../src/model/check/engine-report';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../../src/cli/options/command-line';

export interface StartOptions {
  readonly presets: readonly string[];
  readonly engines: readonly EngineWish[];
  readonly runs: number;
  /** The time between the Join screen and the press. */
  readonly readMs: number;
  readonly json: boolean;
  readonly headful: boolean;
  readonly hardware: boolean;
  /** The addresses of servers that run already, measured in turns; empty: this build's own. */
  readonly urls: readonly string[];
}

/** An MLP, a CNN and a GPT. */
const defaultPresets = ['digits', 'digits-cnn', 'stories'];
const defaultRuns = 5;
/** A person reads the screen; the room's news come meanwhile. */
const defaultReadMs = 1_000;

export const startHelp = `npm run bench -- start [options]   Seconds from the press of Join to the first gradient, in the built page.

  --presets LIST   by default ${defaultPresets.join(',')}
  --engines LIST   of ${engineWishes.join(', ')} (all)
  --runs N         fresh profiles of each, 1 to 50 (${defaultRuns}); figures are medians
  --read MS        from the Join screen to the press, 0 to 60000 (${defaultReadMs})
  --url URL        measures the server at this address; several are measured in turns
  --json           JSON lines: {name, ours, goal, unit, runs, engine, parts}
  --hardware       let Chromium use the real GPU instead of its software adapter
  --headful        show the browser window
  --help

The host of an empty room comes back to its Join screen, reads it, and presses. A script starts the run
once the lobby is reached. A profile visits twice: the second time the HTTP cache is filled, and for 'auto' the choice
of the engine is remembered. Parts: entering (the page and the room server, until the run is known), preparing (engine
and data), stepping (the lobby, Start, and the first gradient). Exit code: 0 done · 1 failed · 2 bad options.`;

const flags = {
  presets: { type: 'string' },
  engines: { type: 'string' },
  runs: { type: 'string' },
  read: { type: 'string' },
  url: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  hardware: { type: 'boolean' },
  headful: { type: 'boolean' },
} as const;

/** `known`: the presets' names. */
export function parseStartOptions(
  args: readonly string[],
  known: readonly string[],
): Result<CommandLine<StartOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, (given) => read(given, known));
}

function read(given: GivenOptions<keyof typeof flags>, known: readonly string[]): StartOptions {
  const presets = orElse(given.list('presets'), defaultPresets);
  for (const preset of presets)
    if (!known.includes(preset))
      throw new BadOption(`--presets names presets (${known.join(', ')}); not '${preset}'`);
  const engines = orElse(given.list('engines'), engineWishes);
  for (const engine of engines)
    if (!isWish(engine))
      throw new BadOption(`--engines names engines (${engineWishes.join(', ')}); not '${engine}'`);
  return {
    presets,
    engines: engines.filter(isWish),
    runs: given.whole('runs', 1, 50) ?? defaultRuns,
    readMs: given.whole('read', 0, 60_000) ?? defaultReadMs,
    json: given.has('json'),
    headful: given.has('headful'),
    hardware: given.has('hardware'),
    urls: given.texts('url').map((url) => url.replace(/(?<!\/)\/+$/, '')),
  };
}

function orElse(list: readonly string[], otherwise: readonly string[]): readonly string[] {
  return list.length > 0 ? list : otherwise;
}

function isWish(name: string): name is EngineWish {
  return engineWishes.some((wish) => wish === name);
}
