// The options of `npm run bench -- wire`. Pure.
import type { Result } from '../../../src/base/result';
import { compressionKinds } from '../../../src/codecs/setting';
import { topologies } from '../../../src/collectives/topology';
import {
  BadOption,
  parseCommandLine,
  type CommandLine,
  type GivenOptions,
} from '../../../src/cli/options/command-line';
import { codecMode, localMode, type SyncMode } from './sync-mode';
import { wireParts, type WirePart } from './wire-line';

/** What is trained, and to which validation loss. */
export interface Goal {
  readonly model: string;
  readonly data: 'digits' | 'text';
  readonly loss: number;
  /** Held out: few, so that a validation takes little of the time that it measures. */
  readonly validation: number;
}

export interface WireOptions {
  readonly parts: readonly WirePart[];
  /** The lines as `--link` of `npm run ring` reads them. */
  readonly lines: readonly string[];
  readonly modes: readonly SyncMode[];
  readonly goals: readonly Goal[];
  readonly replicas: number;
  readonly batch: number;
  readonly mostSteps: number;
  /** The seconds of training, for one row. */
  readonly mostSeconds: number;
  /** The steps of a mode whose losses do not depend on the line: so many are timed on each line, and all only without
   *  one. */
  readonly timedSteps: number | undefined;
  /** Print the table of these lines of earlier runs, and measure nothing. */
  readonly from: string | undefined;
  readonly json: boolean;
}

/** A few minutes; --help says how to get the whole table. */
const defaultLines = ['5mbit'];
const defaultCodecs = ['f32@ring', 'f32', 'int8', 'power-sgd:4', 'top-k'];
const defaultSyncs = [
  ...['diloco:16+int4', 'diloco:32+int4'],
  ...['streaming-diloco:32/2+int4', 'streaming-diloco:64/2+int4', 'sparse-loco:32'],
];
const defaultModels = ['cnn'];
const defaultLoss = { digits: 0.15, text: 1 };
const heldOut = { digits: 256, text: 64 };

export const wireHelp = `npm run bench -- wire [options]   Links, sums, codecs and seconds to a loss, each beside its limit.

  --parts LIST     of ${wireParts.join(', ')} (all)
  --json           JSON lines: {name, ours, limit, unit, ratio}; a time-to-loss also has model, line, mode, steps, bytes,
                   loss, seconds, timed
  --help

Of time-to-loss, a row per line, mode and model:
  --lines LIST     ${defaultLines.join(',')} (these); others as --link of npm run ring reads them
  --codecs LIST    of ${compressionKinds.join(', ')}; top-k:0.02, power-sgd:2
                   (${defaultCodecs.join(',')})
  --syncs LIST     local steps and how many, fragments after '/', a codec after '+'
                   (${defaultSyncs.join(',')})
  --topology NAME  ${topologies.join(', ')} (direct); of one mode after '@': f32@ring
  --models LIST    as npm run ring reads them: a gpt learns generated stories, others digits (${defaultModels.join(',')})
  --replicas N     tabs, 2 to 8 (4)
  --batch N        rows per replica and step (8)
  --loss X         the validation loss to reach (${defaultLoss.digits}; ${defaultLoss.text} for a gpt)
  --validation N   held out, 1 to 1000 (${heldOut.digits}; ${heldOut.text} windows for a gpt)
  --steps N        give up after so many, 10 to 100000 (600)
  --seconds N      give up after so many of training, 5 to 100000 (120)
  --timed-steps N  of a codec, 4 to 1000: count its steps to the loss once, without a line, and time N steps on each line.
                   Losses do not depend on the line; the bench compares them. The others count by their mean time
  --from FILE      print the table of the JSON lines in FILE, and measure nothing
The table of all lines: --parts time-to-loss --lines 100mbit,25mbit,5mbit,1mbit --models cnn,gpt:mini --timed-steps 12

link: MiB/s of a link; limit: of a bare data channel. tabs: the link between two tabs of one browser; limit: a bare port
between them. all-reduce: ms of a ring all-reduce; limit: bare channels with the same
bytes on all edges at once, and for 1 KiB a message's 2(N−1) hops over bare channels. 1 KiB goes from each to all, as in runs;
aroundRing is the same sum around the ring. model: ms of a ring on an emulated line; limit: what the calculator says. codec: ns per element; limit: a copy.
time-to-loss: the wall time of the steps; limit, the floor: the compute time of the same steps in the same run, by the mean of the
replicas: a network that costs nothing.
Ours and limit are medians of turns in the same run. Exit code: 0 done · 1 a part failed · 2 bad options.`;

const flags = {
  parts: { type: 'string' },
  lines: { type: 'string' },
  codecs: { type: 'string' },
  syncs: { type: 'string' },
  models: { type: 'string' },
  topology: { type: 'string' },
  'timed-steps': { type: 'string' },
  from: { type: 'string' },
  validation: { type: 'string' },
  replicas: { type: 'string' },
  batch: { type: 'string' },
  loss: { type: 'string' },
  steps: { type: 'string' },
  seconds: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Given = GivenOptions<keyof typeof flags>;

export function parseWireOptions(args: readonly string[]): Result<CommandLine<WireOptions>, 'bad-option'> {
  return parseCommandLine(args, flags, read);
}

function read(given: Given): WireOptions {
  const parts = given.listOf('parts', wireParts);
  if (parts.length === 0 && given.text('parts') !== undefined)
    throw new BadOption(`--parts names ${wireParts.join(', ')}`);
  const lines = given.list('lines');
  return {
    parts: parts.length > 0 ? parts : wireParts,
    lines: lines.length > 0 ? lines : defaultLines,
    modes: modesOf(given),
    goals: goalsOf(given),
    replicas: given.whole('replicas', 2, 8) ?? 4,
    batch: given.whole('batch', 1, 65_536) ?? 8,
    mostSteps: given.whole('steps', 10, 100_000) ?? 600,
    mostSeconds: given.whole('seconds', 5, 100_000) ?? 120,
    timedSteps: given.whole('timed-steps', 4, 1000),
    from: given.text('from'),
    json: given.has('json'),
  };
}

/** Every list of modes adds its own. */
function modesOf(given: Given): readonly SyncMode[] {
  const topology = given.oneOf('topology', topologies) ?? 'direct';
  const [codecs, syncs] = [given.list('codecs'), given.list('syncs')];
  const isChosen = codecs.length > 0 || syncs.length > 0;
  return [
    ...(isChosen ? codecs : defaultCodecs).map((codec) => codecMode(codec, topology)),
    ...(isChosen ? syncs : defaultSyncs).map((sync) => localMode(sync, topology)),
  ];
}

function goalsOf(given: Given): readonly Goal[] {
  const models = given.list('models');
  const loss = given.number('loss', 0, 100);
  const validation = given.whole('validation', 1, 1000);
  return (models.length > 0 ? models : defaultModels).map((model) => {
    const data = model.startsWith('gpt') ? 'text' : 'digits';
    return { model, data, loss: loss ?? defaultLoss[data], validation: validation ?? heldOut[data] };
  });
}
