// The options of `npm run bench -- save`. Pure.
import type { Result } from '../../../src/base/result';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../../src/cli/options/command-line';

export interface SaveOptions {
  /** The shape of the GPT. */
  readonly layers: number;
  readonly channels: number;
  /** Rooms, one after the other. */
  readonly runs: number;
  /** The time of each measurement. */
  readonly measureS: number;
  /** Waits for the file that a room writes by itself. */
  readonly autosave: boolean;
  readonly json: boolean;
  readonly headful: boolean;
}

export const saveHeads = 4;
const defaults = { layers: 6, channels: 192, runs: 3, measureS: 15 } as const;

export const saveHelp = `npm run bench -- save [options]   What writing a run costs its steps, in a real tab on the processor.

  --layers N       of the GPT, 1 to 24 (${defaults.layers})
  --channels N     of the GPT, ${saveHeads} to 768, a multiple of ${saveHeads} (${defaults.channels})
  --runs N         rooms, 1 to 20 (${defaults.runs})
  --seconds N      of each measurement, 5 to 600 (${defaults.measureS})
  --no-autosave    does not wait three minutes in each room for the file that it writes by itself
  --json           JSON lines: {name, ours, goal, unit, runs, parts}
  --headful        show the browser window
  --help

One tab trains a GPT of stories with AdamW, alone in its room, on the engine of the processor. Its steps are timed in turns:
while nothing is saved, and while a script takes one file after the other, as Save a file does. Then the room writes its
own file to the storage of the browser, three minutes after it began; the steps from the one that is in this file until the
file is there are timed too. ours is how many times as long as alone the median step is; the goal is for the room’s own file,
since nobody saves one file after the other. Parts: medians and slowest steps in ms, the size of a file, how long one takes,
and by how much it lengthens the steps beside it, all together. Exit code: 0 done · 1 failed · 2 bad options.`;

const flags = {
  layers: { type: 'string' },
  channels: { type: 'string' },
  runs: { type: 'string' },
  seconds: { type: 'string' },
  'no-autosave': { type: 'boolean' },
  json: { type: 'boolean' },
  headful: { type: 'boolean' },
} as const;

export function parseSaveOptions(args: readonly string[]): Result<CommandLine<SaveOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): SaveOptions {
  const channels = given.whole('channels', saveHeads, 768) ?? defaults.channels;
  if (channels % saveHeads !== 0)
    throw new BadOption(`--channels is a multiple of ${saveHeads}; not '${channels}'`);
  return {
    layers: given.whole('layers', 1, 24) ?? defaults.layers,
    channels,
    runs: given.whole('runs', 1, 20) ?? defaults.runs,
    measureS: given.whole('seconds', 5, 600) ?? defaults.measureS,
    autosave: !given.has('no-autosave'),
    json: given.has('json'),
    headful: given.has('headful'),
  };
}
