// The options of `npm run bench -- ui`. Pure.
import type { Result } from '../../../src/base/result';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../../src/cli/options/command-line';

const uiParts = [
  'scripts',
  'later',
  'home',
  'training',
  'wall',
  'entry',
  'joins',
  'replay',
  'changes',
] as const;
export type UiPart = (typeof uiParts)[number];

export interface UiOptions {
  readonly parts: readonly UiPart[];
  readonly presets: readonly string[];
  readonly runs: number;
  /** How long each tab is measured, once its ring trains. */
  readonly measureS: number;
  /** Node replicas that join at once. */
  readonly joins: number;
  /** The time of the replay, while its heap is watched; 0: it is not. */
  readonly heapMinutes: number;
  readonly json: boolean;
  readonly headful: boolean;
  readonly hardware: boolean;
  /** The addresses of servers that run already, measured in turns; empty: this build's own. */
  readonly urls: readonly string[];
}

const defaultPresets = ['moons', 'digits'];
const defaultRuns = 3;
const defaultMeasureS = 10;
const defaultJoins = 40;

export const uiHelp = `npm run bench -- ui [options]   What the page costs, fetches and keeps, and how soon a newcomer trains.

  --only LIST      parts of it (${uiParts.join(',')})
  --presets LIST   what the two tabs train (${defaultPresets.join(',')})
  --runs N         rooms of each, 1 to 50 (${defaultRuns}); figures are medians
  --seconds N      of each measurement, 2 to 600 (${defaultMeasureS})
  --joins N        that join at once, 2 to 60, an even number (${defaultJoins})
  --heap-minutes N watches the heap of the replay for so long, 1 to 120; not measured without it
  --url URL        measures the server at this address; several are measured in turns
  --json           JSON lines: {name, ours, goal, unit, runs, parts}
  --hardware       let Chromium use the real GPU instead of its software adapter
  --headful        show the browser windows
  --help

Two profiles train one run on the CPU, each in a window of its own, 1440 × 900. The share of a core is the processor time
of the page's main thread, without its Workers. Frames are counted after it, because counting costs frames of its own.
Parts: script, layout, style, and other (painting, and what the browser does for the page), in ms of processor time per
second. Cost to training: by how much the ring is faster while the display of both pages is paused, or only the picture of
the sum at rest; and what the threads that draw take more while it is not, of the processor time of the whole browser (on Linux). Scripts: the JavaScript that
Home and the Join screen fetched until nothing more came, as served, in the language with the most of it; workers: the
script of the Worker that is started ahead. Later: what the dashboard fetched beyond Home, and each lesson beyond both.
Home: seconds from the address of Home, in a new profile, to the first paint, to a picture that moves, to the model's
boundary, and to the first step. Wall: frames of three tabs that train and of a projector's page, all at once.
Entry: a new profile opens the link of a ring that trains, presses Join as soon as it can, and waits for the first step
with its gradient and for a loss on the screen; on a laptop, and on a phone: a narrow window whose main thread (not its
Workers) is four times as slow. Joins: Node replicas, all in one
process with one core, join a ring at once. Replay: a dashboard of 10,000 steps that gets three more ten times a second
without any training, its first screen and its curves, on both, once it has run for 40 s; script:
what one drawing takes (with the display paused the page only reads the data), and the tenth of a second that it is in; a
phone may take four times as long. Changes: a Node replica joins, leaves, is killed and is stopped (SIGSTOP), and the host
pauses, five times or more on each screen: the host's dashboard and console, a guest's dashboard, a phone, the projector
and an observer; then the member that speaks to observers leaves or is stopped. Each page notes when the words or the number were
painted. Given are ms from the new view at the first replica, or from the event, with the longest; and from what that
page knew: its own replica's record (a snapshot may see a silence before it is recorded), or the picture that an
observer got. Exit code: 0 done · 1 failed · 2 bad options.`;

const flags = {
  only: { type: 'string' },
  'heap-minutes': { type: 'string' },
  presets: { type: 'string' },
  runs: { type: 'string' },
  seconds: { type: 'string' },
  joins: { type: 'string' },
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
  const parts = given.list('only');
  for (const part of parts)
    if (!isPart(part)) throw new BadOption(`--only names parts (${uiParts.join(', ')}); not '${part}'`);
  const joins = given.whole('joins', 2, 60) ?? defaultJoins;
  if (joins % 2 !== 0) throw new BadOption(`--joins is an even number; not '${joins}'`);
  return {
    joins,
    parts: parts.length > 0 ? parts.filter(isPart) : uiParts,
    heapMinutes: given.whole('heap-minutes', 1, 120) ?? 0,
    presets: presets.length > 0 ? presets : defaultPresets,
    runs: given.whole('runs', 1, 50) ?? defaultRuns,
    measureS: given.whole('seconds', 2, 600) ?? defaultMeasureS,
    json: given.has('json'),
    headful: given.has('headful'),
    hardware: given.has('hardware'),
    urls: given.texts('url').map((url) => url.replace(/(?<!\/)\/+$/, '')),
  };
}

function isPart(text: string): text is UiPart {
  return uiParts.some((part) => part === text);
}
