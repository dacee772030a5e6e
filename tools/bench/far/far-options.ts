// The options of `npm run bench -- far`. Pure.
import type { Result } from '../../../src/base/result';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../../src/cli/options/command-line';
import type { FarCarrier } from '../../lab/reports/far-report';

export interface FarOptions {
  /** Mbit/s of the lines. */
  readonly rates: readonly number[];
  /** Round trips of the lines, in ms. */
  readonly trips: readonly number[];
  /** Connections of bare channels; a link has one. */
  readonly associations: readonly number[];
  readonly carriers: readonly FarCarrier[];
  readonly seconds: number;
  /** The chance that a packet is lost beside those that the queue drops. */
  readonly loss: number;
  readonly json: boolean;
}

const carriers = ['link', 'bare'] as const;

export const farHelp = `npm run bench -- far [options]   Links and bare data channels between two browsers on far lines.

  --rates LIST         Mbit/s (25,100)
  --trips LIST         round trips in ms (0,20,50,150)
  --associations LIST  connections of bare channels, 1 to 8 (1,4)
  --carriers LIST      of ${carriers.join(', ')} (both)
  --seconds N          of each stream, 4 to 60 (8)
  --loss X             chance that a packet is lost (0)
  --json               JSON lines: {name, mibPerSecond, share, controlP50, controlP99, dropped, passed}
  --help

Each browser is in a network namespace of its own. A router of ours passes their packets: it holds one bandwidth–delay
product, 50 ms at least, and drops what comes beyond. MiB/s: what arrived after the first quarter of the time. share: of
the line. control: ms of a small message there and back while bulk streams. Linux, root.
Exit code: 0 done · 1 a part failed · 2 bad options.`;

const flags = {
  rates: { type: 'string' },
  trips: { type: 'string' },
  associations: { type: 'string' },
  carriers: { type: 'string' },
  seconds: { type: 'string' },
  loss: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Given = GivenOptions<keyof typeof flags>;

export function parseFarOptions(args: readonly string[]): Result<CommandLine<FarOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, (given) => ({
    rates: numbers(given, 'rates', [25, 100], 1, 1000),
    trips: numbers(given, 'trips', [0, 20, 50, 150], 0, 1000),
    associations: numbers(given, 'associations', [1, 4], 1, 8),
    carriers: given.listOf('carriers', carriers).length > 0 ? given.listOf('carriers', carriers) : carriers,
    seconds: given.whole('seconds', 4, 60) ?? 8,
    loss: given.number('loss', 0, 0.5) ?? 0,
    json: given.has('json'),
  }));
}

function numbers(
  given: Given,
  name: keyof typeof flags,
  byDefault: readonly number[],
  least: number,
  most: number,
): readonly number[] {
  const texts = given.list(name);
  if (texts.length === 0) return byDefault;
  const values = texts.map(Number);
  if (values.some((value) => !(value >= least && value <= most)))
    throw new BadOption(`--${name} takes numbers from ${least} to ${most}`);
  return values;
}
