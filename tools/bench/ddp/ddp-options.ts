// The options of `npm run bench -- ddp`. Pure.
import type { Result } from '../../../src/base/result';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../../src/cli/options/command-line';
import { ddpCases, type DdpCaseId } from './ddp-cases';

export interface DdpOptions {
  readonly cases: readonly DdpCaseId[];
  readonly runs: number;
  readonly steps: number;
  /** How the gradients travel. */
  readonly codec: string;
  readonly json: boolean;
}

const defaults = { runs: 3, steps: 60, codec: 'f32' } as const;
const ids = Object.keys(ddpCases) as DdpCaseId[];

export const ddpHelp = `npm run bench -- ddp [options]   A step of two tabs on the processor, beside PyTorch's DDP.

  --only LIST      ${ids.join(', ')} (all)
  --runs N         turns of both, 1 to 20 (${defaults.runs})
  --steps N        of each turn, 20 to 1000 (${defaults.steps})
  --codec NAME     of our gradients, as in npm run ring (${defaults.codec})
  --json           JSON lines: {name, ours, goal, unit, runs, parts}
  --help

Two tabs of one Chromium train on the engine of the processor; two processes of PyTorch with one thread each train the same
shape with AdamW over gloo. They take turns. ours is the median step in ms; the goal is a multiple of PyTorch's. Parts: our
mean times of computing, of communication that nothing hid, and of the rest; PyTorch's step; how many times as long ours is.
Without PyTorch (python3 -c 'import torch') only ours is measured. Exit code: 0 done · 1 failed · 2 bad options.`;

const flags = {
  only: { type: 'string' },
  runs: { type: 'string' },
  steps: { type: 'string' },
  codec: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export function parseDdpOptions(args: readonly string[]): Result<CommandLine<DdpOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): DdpOptions {
  const names = given.text('only')?.split(',') ?? ids;
  for (const name of names)
    if (!(ids as string[]).includes(name))
      throw new BadOption(`--only is of ${ids.join(', ')}; not '${name}'`);
  return {
    cases: names as DdpCaseId[],
    runs: given.whole('runs', 1, 20) ?? defaults.runs,
    steps: given.whole('steps', 20, 1000) ?? defaults.steps,
    codec: given.text('codec') ?? defaults.codec,
    json: given.has('json'),
  };
}
