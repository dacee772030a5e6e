// The options of `npm run bench -- finetune`. Pure.
import type { Result } from '../../../src/base/result';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../../src/cli/options/command-line';
import { finetuneShapes, type FinetuneShapeId } from '../../lab/finetune/finetune-shapes';

export interface FinetuneOptions {
  readonly shapes: readonly FinetuneShapeId[];
  readonly engines: readonly FinetuneEngineKind[];
  readonly threads: readonly number[];
  readonly runs: number;
  readonly steps: number;
  readonly json: boolean;
  readonly hardware: boolean;
  readonly headful: boolean;
}

const engineKinds = ['simd', 'webgpu'] as const;
type FinetuneEngineKind = (typeof engineKinds)[number];

const defaults = { threads: '1,2', runs: 2, steps: 4 } as const;
const ids = Object.keys(finetuneShapes) as FinetuneShapeId[];

export const finetuneHelp = `npm run bench -- finetune [options]   Adapters on a frozen GPT, in a tab, beside PyTorch.

  --only LIST      ${ids.join(', ')} (all)
  --engines LIST   ${engineKinds.join(', ')} (both)
  --threads LIST   of simd and of PyTorch, 1 to 16 each (${defaults.threads})
  --runs N         turns of both, 1 to 20 (${defaults.runs})
  --steps N        of each turn, 2 to 100 (${defaults.steps})
  --json           JSON lines: {name, ours, goal, unit, runs, parts}
  --hardware       let Chromium use the real GPU; without it, WebGPU is its software adapter
  --headful        show the window
  --help

Rank 8 on every matrix of each block, AdamW, random weights; each turn has a browser or a process of its own, and all take turns.
ours is the median of tokens a second without the first step; the goal is half of PyTorch's on as many threads. Parts: the numbers
trained, what an all-reduce carries, the peak memory of the tab (of WebGPU with the browser's process for graphics cards) and of
PyTorch. Without PyTorch (python3 -c 'import torch') only ours is measured. Where WebGPU does not start, or the model does not
fit, a sentence says why. Exit code: 0 done · 1 failed · 2 bad options.`;

const flags = {
  only: { type: 'string' },
  engines: { type: 'string' },
  threads: { type: 'string' },
  runs: { type: 'string' },
  steps: { type: 'string' },
  json: { type: 'boolean' },
  hardware: { type: 'boolean' },
  headful: { type: 'boolean' },
} as const;

export function parseFinetuneOptions(
  args: readonly string[],
): Result<CommandLine<FinetuneOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): FinetuneOptions {
  const names = given.text('only')?.split(',') ?? ids;
  for (const name of names)
    if (!(ids as string[]).includes(name))
      throw new BadOption(`--only is of ${ids.join(', ')}; not '${name}'`);
  const engines = given.text('engines')?.split(',') ?? engineKinds;
  for (const engine of engines)
    if (!(engineKinds as readonly string[]).includes(engine))
      throw new BadOption(`--engines is of ${engineKinds.join(', ')}; not '${engine}'`);
  const threads = (given.text('threads') ?? defaults.threads).split(',').map(Number);
  if (!threads.every((count) => Number.isInteger(count) && count >= 1 && count <= 16))
    throw new BadOption('--threads is a list of whole numbers from 1 to 16, such as 1,2');
  return {
    shapes: names as FinetuneShapeId[],
    engines: engines as FinetuneEngineKind[],
    threads,
    runs: given.whole('runs', 1, 20) ?? defaults.runs,
    steps: given.whole('steps', 2, 100) ?? defaults.steps,
    json: given.has('json'),
    hardware: given.has('hardware'),
    headful: given.has('headful'),
  };
}
