// The options of `npm run bench -- what-if`. Pure.
import type { Result } from '../../../src/base/result';
import type { EdgeProfile } from '../../../src/net/emulation/edge-profile';
import { parseCommandLine, type CommandLine, type GivenOptions } from '../../../src/cli/options/command-line';
import { readLink } from '../../../src/cli/ring/ring-table';

export interface WhatIfOptions {
  readonly lines: readonly { readonly name: string; readonly profile: EdgeProfile }[];
  /** Timed for each case. */
  readonly steps: number;
  /** Instead: step times by the size of buckets. */
  readonly buckets: boolean;
  readonly json: boolean;
}

const defaultLines = ['20mbit,2ms', '5mbit,5ms'];

export const whatIfHelp = `npm run bench -- what-if [options]   Predicted step times against those of really changing the ring.

  --line LINE   as --link of npm run ring reads it; may be repeated (${defaultLines.join(' and ')})
  --steps N     timed for each case, 4 to 1000 (12)
  --buckets     instead: step times with DDP’s buckets, this app’s and measured ones, in turns
  --json        JSON lines: {name, ours, limit, unit, ratio}: ours is the prediction, limit what came of it
  --help

Three replicas of this process train on an emulated line. They compute by waiting, and the first takes longest. Each
case is predicted from the steps before it, then the ring is changed so.
Exit code: 0 every prediction is within 15 % · 1 one is not · 2 bad options.`;

const flags = {
  line: { type: 'string', multiple: true },
  steps: { type: 'string' },
  buckets: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export function parseWhatIfOptions(
  args: readonly string[],
): Result<CommandLine<WhatIfOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): WhatIfOptions {
  const names = given.texts('line');
  return {
    lines: (names.length > 0 ? names : defaultLines).map((name) => ({ name, profile: readLink(name) })),
    steps: given.whole('steps', 4, 1000) ?? 12,
    buckets: given.has('buckets'),
    json: given.has('json'),
  };
}
