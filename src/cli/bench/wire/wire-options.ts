// The options of `npm run bench -- wire`. Pure.
import type { Result } from '../../../base/result';
import { codecKinds, parseCodec } from '../../../codecs/setting';
import { topologies, type Topology } from '../../../collectives/topology';
import { BadOption, parseCommandLine, type CommandLine, type GivenOptions } from '../../options/command-line';

export interface WireOptions {
  /** As `--link` of `npm run ring` reads them. */
  readonly lines: readonly string[];
  /** As `--codec` reads them. */
  readonly codecs: readonly string[];
  readonly topology: Topology;
  readonly replicas: number;
  readonly data: 'digits' | 'text';
  readonly model: string;
  readonly batch: number;
  /** The validation loss to reach. */
  readonly loss: number;
  readonly mostSteps: number;
  readonly json: boolean;
}

const defaultLines = ['100mbit', '25mbit', '5mbit', '1mbit'];
const defaultCodecs = ['f32', 'int8', 'int4', 'top-k'];

export const wireHelp = `npm run bench -- wire [options]   Seconds to a validation loss, on emulated lines, for each codec.

  --lines LIST     ${defaultLines.join(',')} (these); others as --link of npm run ring reads them
  --codecs LIST    of ${codecKinds.join(', ')}; top-k:0.02 (${defaultCodecs.join(',')})
  --topology NAME  ${topologies.join(', ')} (direct)
  --replicas N     tabs, 2 to 8 (4)
  --data NAME      digits, or text: generated stories (digits)
  --model NAME     as npm run ring reads it (cnn; gpt:mini for text)
  --batch N        rows per replica and step (8)
  --loss X         the validation loss to reach (0.5; 2.2 for text)
  --steps N        give up after so many, 10 to 100000 (600)
  --json           JSON lines: {name, ours, limit, unit, ratio, steps, bytes}
  --help

A run ends at its last step; its time is that of the steps up to the first validation at or below the loss. The limit is
the compute time of the same steps: a network that costs nothing. Exit code: 0 done · 1 a ring failed · 2 bad options.`;

const flags = {
  lines: { type: 'string' },
  codecs: { type: 'string' },
  topology: { type: 'string' },
  replicas: { type: 'string' },
  data: { type: 'string' },
  model: { type: 'string' },
  batch: { type: 'string' },
  loss: { type: 'string' },
  steps: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export function parseWireOptions(args: readonly string[]): Result<CommandLine<WireOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: GivenOptions<keyof typeof flags>): WireOptions {
  const codecs = given.list('codecs');
  for (const one of codecs)
    if (!parseCodec(one)) throw new BadOption(`--codecs names ${codecKinds.join(', ')}; not '${one}'`);
  const data = given.oneOf('data', ['digits', 'text']) ?? 'digits';
  const lines = given.list('lines');
  return {
    lines: lines.length > 0 ? lines : defaultLines,
    codecs: codecs.length > 0 ? codecs : defaultCodecs,
    topology: given.oneOf('topology', topologies) ?? 'direct',
    replicas: given.whole('replicas', 2, 8) ?? 4,
    data,
    model: given.text('model') ?? (data === 'text' ? 'gpt:mini' : 'cnn'),
    batch: given.whole('batch', 1, 65_536) ?? 8,
    loss: given.number('loss', 0, 100) ?? (data === 'text' ? 2.2 : 0.5),
    mostSteps: given.whole('steps', 10, 100_000) ?? 600,
    json: given.has('json'),
  };
}
