// The options of `npm run bench -- wire`. Pure.
import type { Result } from '../../../base/result';
import { compressionKinds, parseCompression } from '../../../codecs/setting';
import { topologies, type Topology } from '../../../collectives/topology';
import { syncNames } from '../../../train/run/sync';
import { BadOption, parseCommandLine, type CommandLine, type GivenOptions } from '../../options/command-line';
import { wireParts, type WirePart } from './wire-line';

/** A way to communicate: the options of `npm run ring` that choose it. */
export interface SyncMode {
  readonly name: string;
  readonly ringOptions: readonly string[];
  /** Steps of the ring between two validations. */
  readonly evaluateEvery: number;
}

/** What is trained, and to which validation loss. */
export interface Goal {
  readonly model: string;
  readonly data: 'digits' | 'text';
  readonly loss: number;
}

export interface WireOptions {
  readonly parts: readonly WirePart[];
  /** As `--link` of `npm run ring` reads them. */
  readonly lines: readonly string[];
  readonly modes: readonly SyncMode[];
  readonly goals: readonly Goal[];
  readonly topology: Topology;
  readonly replicas: number;
  readonly batch: number;
  readonly mostSteps: number;
  /** Of training, for one row. */
  readonly mostSeconds: number;
  readonly json: boolean;
}

/** A few minutes; --help says how to get the whole table. */
const defaultLines = ['5mbit'];
const defaultCodecs = ['f32', 'int8', 'power-sgd:4', 'top-k'];
const defaultSyncs = ['diloco:16', 'diloco:16+int4', 'sparse-loco:16'];
const defaultModels = ['cnn'];
const defaultLoss = { digits: 0.5, text: 2.2 };

export const wireHelp = `npm run bench -- wire [options]   Links, sums, codecs and seconds to a loss, each beside its limit.

  --parts LIST     of ${wireParts.join(', ')} (all)
  --json           JSON lines: {name, ours, limit, unit, ratio}; a time-to-loss also has steps, bytes, loss, seconds
  --help

Of time-to-loss, a row per line, mode and model:
  --lines LIST     ${defaultLines.join(',')} (these); others as --link of npm run ring reads them
  --codecs LIST    of ${compressionKinds.join(', ')}; top-k:0.02, power-sgd:2 (${defaultCodecs.join(',')})
  --syncs LIST     local steps and how many, or with a codec too (${defaultSyncs.join(',')})
  --models LIST    as npm run ring reads them: a gpt learns generated stories, others digits (${defaultModels.join(',')})
  --topology NAME  ${topologies.join(', ')} (direct)
  --replicas N     tabs, 2 to 8 (4)
  --batch N        rows per replica and step (8)
  --loss X         the validation loss to reach (${defaultLoss.digits}; ${defaultLoss.text} for a gpt)
  --steps N        give up after so many, 10 to 100000 (600)
  --seconds N      give up after so many of training, 5 to 100000 (120)
The whole table takes hours: --lines 100mbit,25mbit,5mbit,1mbit --codecs f32,int8,int4,top-k --models cnn,gpt:mini --seconds 900

link: MiB/s of a link; limit: of a bare data channel. all-reduce: ms of a ring all-reduce; limit: bare channels with the same
bytes on all edges at once, and for 1 KiB a message's 2(N−1) hops over bare channels. 1 KiB goes from each to all, as in runs;
aroundRing is the same sum around the ring. model: ms of a ring on an emulated line; limit: what the calculator says. codec: ns per element; limit: a copy.
time-to-loss: the wall time of the steps; limit: the compute time of the same steps, a network that costs nothing.
Ours and limit are medians of turns in the same run. Exit code: 0 done · 1 a part failed · 2 bad options.`;

const flags = {
  parts: { type: 'string' },
  lines: { type: 'string' },
  codecs: { type: 'string' },
  syncs: { type: 'string' },
  models: { type: 'string' },
  topology: { type: 'string' },
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
    topology: given.oneOf('topology', topologies) ?? 'direct',
    replicas: given.whole('replicas', 2, 8) ?? 4,
    batch: given.whole('batch', 1, 65_536) ?? 8,
    mostSteps: given.whole('steps', 10, 100_000) ?? 600,
    mostSeconds: given.whole('seconds', 5, 100_000) ?? 120,
    json: given.has('json'),
  };
}

/** Every list of modes adds its own. */
function modesOf(given: Given): readonly SyncMode[] {
  const codecs = given.list('codecs');
  for (const one of codecs)
    if (!parseCompression(one))
      throw new BadOption(`--codecs names ${compressionKinds.join(', ')}; not '${one}'`);
  const wanted = given.list('syncs');
  const isChosen = codecs.length > 0 || wanted.length > 0;
  const syncs = (isChosen ? wanted : defaultSyncs).map(localMode);
  const named = isChosen ? codecs : defaultCodecs;
  const everyStep = named.map((codec) => ({
    name: codec,
    ringOptions: ['--codec', codec],
    evaluateEvery: gradientsBetween,
  }));
  return [...everyStep, ...syncs];
}

/** Gradients of a replica between two validations. */
const gradientsBetween = 10;

function localMode(name: string): SyncMode {
  const [, sync, count, codec] = /^([a-z-]+):(\d+)(?:\+(.+))?$/.exec(name) ?? [];
  const isSync = syncNames.some((one) => one === sync && one !== 'every-step');
  if (!isSync || Number(count) < 1 || Number(count) > 1000 || (codec && !parseCompression(codec)))
    throw new BadOption(
      `--syncs names ${syncNames.slice(1).join(', ')}, each with 1 to 1000 inner steps; not '${name}'`,
    );
  return {
    name,
    ringOptions: ['--sync', sync, '--inner-steps', count, ...(codec ? ['--codec', codec] : [])],
    evaluateEvery: Math.max(1, Math.round(gradientsBetween / Number(count))),
  };
}

function goalsOf(given: Given): readonly Goal[] {
  const models = given.list('models');
  const loss = given.number('loss', 0, 100);
  return (models.length > 0 ? models : defaultModels).map((model) => {
    const data = model.startsWith('gpt') ? 'text' : 'digits';
    return { model, data, loss: loss ?? defaultLoss[data] };
  });
}
