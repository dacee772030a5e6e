// The options of `npm run bench -- ui`. Pure.
import type { Result } from '../../../base/result';
import { BadOption, parseCommandLine, type CommandLine, type GivenOptions } from '../../options/command-line';

export interface UiOptions {
  readonly presets: readonly string[];
  readonly runs: number;
  /** How long each tab is measured, once its ring trains. */
  readonly measureS: number;
  readonly json: boolean;
  readonly headful: boolean;
  readonly hardware: boolean;
  /** Of servers that run already, measured in turns; empty: this build's own. */
  readonly urls: readonly string[];
}

const defaultPresets = ['moons', 'digits'];
const defaultRuns = 3;
const defaultMeasureS = 10;

export const uiHelp = `npm run bench -- ui [options]   What the page costs while two tabs train, and the JavaScript fetched before Join.

  --presets LIST   what the two tabs train (${defaultPresets.join(',')})
  --runs N         rooms of each, 1 to 50 (${defaultRuns}); figures are medians
  --seconds N      of each measurement, 2 to 600 (${defaultMeasureS})
  --url URL        measures the server at this address; several are measured in turns
  --json           JSON lines: {name, ours, goal, unit, runs, parts}
  --hardware       let Chromium use the real GPU instead of its software adapter
  --headful        show the browser windows
  --help

Two profiles train one run on the CPU, each in a window of its own, 1440 × 900. The share of a core is the processor time
of the page's main thread, without its Workers. Frames are counted after it, because counting costs frames of its own.
Parts: script, layout, style, and other (painting, and what the browser does for the page), in ms of processor time per
second. JavaScript is what Home and the Join screen fetched until
nothing more came, as served; workers: the script of the Worker that is started ahead. Exit code: 0 done · 1 failed · 2 bad
options.`;

const flags = {
  presets: { type: 'string' },
  runs: { type: 'string' },
  seconds: { type: 'string' },
  url: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  hardware: { type: 'boolean' },
  headful: { type: 'boolean' },
} as const;

/** `known`: the presets' names. */
export function parseUiOptions(
  args: readonly string[],
  known: readonly string[],
): Result<CommandLine<UiOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, (given) => read(given, known));
}

function read(given: GivenOptions<keyof typeof flags>, known: readonly string[]): UiOptions {
  const presets = given.list('presets');
  for (const preset of presets)
    if (!known.includes(preset))
      throw new BadOption(`--presets names presets (${known.join(', ')}); not '${preset}'`);
  return {
    presets: presets.length > 0 ? presets : defaultPresets,
    runs: given.whole('runs', 1, 50) ?? defaultRuns,
    measureS: given.whole('seconds', 2, 600) ?? defaultMeasureS,
    json: given.has('json'),
    headful: given.has('headful'),
    hardware: given.has('hardware'),
    urls: given.texts('url').map((url) => url.replace(/\/+$/, '')),
  };
}
