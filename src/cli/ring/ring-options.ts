// The options of `npm run ring`. Pure.
import { inEnglish } from '../english/in-english';
import type { Result } from '../../base/result';
import type { EdgeProfile } from '../../net/emulation/edge-profile';
import { topologies, type Topology } from '../../collectives/topology';
import { mostFragments, streamingDiloco } from '../../train/run/modes/streaming';
import type { SyncName } from '../../train/run/modes/sync-mode';
import { syncNamed, syncNames, type Sync } from '../../train/run/sync';
import { compressionKinds, parseCompression, type CompressionSetting } from '../../codecs/setting';
import { engineWishes, type EngineWish } from '../../model/check/engine-report';
import type { Activation } from '../../model/spec';
import { optimizerNames, type OptimizerName } from '../../replica/optimizer-choice';
import type { BucketMode, RunConfig } from '../../replica/protocol';
import { builtInNames, importOf, readData, type DataOption } from './data-option';
import { metricsTarget, type MetricsTarget } from './metrics-file';
import { readLink } from './read-link';
import { maxReplicas } from './ring-help';
import { readModel, type RequestedModel } from './ring-model';
import type { BrowserName } from '../browser/launch-browser';
import { BadOption, parseCommandLine, type CommandLine, type GivenOptions } from '../options/command-line';

export interface RingOptions {
  readonly replicas: number;
  /** Cycled over the tabs. */
  readonly browsers: readonly BrowserName[];
  /** undefined: the data decides. */
  readonly model: RequestedModel | undefined;
  readonly activation: Activation | undefined;
  readonly data: DataOption;
  /** The data of the tabs after the first, in turn; empty: all train on `data`. */
  readonly own: readonly string[];
  /** undefined: all examples of a file, or the built-in data's default. */
  readonly examples: number | undefined;
  readonly validation: number | undefined;
  /** Examples of one replica and step. */
  readonly batch: number;
  readonly microBatch: number | undefined;
  /** The batch of the whole ring, whatever its size; undefined: the batch grows with the ring. */
  readonly globalBatch: number | undefined;
  readonly shards: RunConfig['shards'];
  readonly optimizer: OptimizerName;
  readonly weightDecay: number | undefined;
  readonly learningRate: number | undefined;
  readonly schedule: RunConfig['schedule']['kind'];
  readonly warmup: number;
  readonly finalFraction: number;
  readonly scaling: RunConfig['scaling']['rule'];
  readonly referenceBatch: number | undefined;
  readonly clip: number;
  readonly precision: RunConfig['precision'];
  readonly checkpoints: boolean;
  readonly steps: number;
  /** Goes on with the run in this file. `steps`: undefined: to the end that the file names. */
  readonly resume: { readonly file: string; readonly steps: number | undefined } | undefined;
  /** A folder with a GPT's weights, config.json and tokenizer.json: the run begins with them. */
  readonly init: string | undefined;
  /** Where the run is written in the end, as a checkpoint. */
  readonly save: string | undefined;
  /** Where the trained model is written in the end, for PyTorch or Transformers. */
  readonly exportTo: string | undefined;
  /** The export takes the user's files along that it trained on, for train.py. */
  readonly withData: boolean;
  readonly seed: number;
  readonly bucketMode: BucketMode;
  readonly topology: Topology;
  readonly codec: CompressionSetting;
  readonly sync: Sync;
  readonly firstBucketKib: number;
  readonly bucketCapKib: number;
  readonly overlap: boolean;
  /** True in a room of strangers (S25). */
  readonly boundedParts: boolean;
  /** Emulated on every edge; undefined: the links as they are. */
  readonly link: EdgeProfile | undefined;
  readonly evaluateEvery: number;
  /** Where the figures of every step are written while the run trains. */
  readonly metrics: MetricsTarget | undefined;
  readonly json: boolean;
  readonly headful: boolean;
  /** Cycled over the tabs. */
  readonly engines: readonly EngineWish[];
  /** Let Chromium choose the adapter, instead of its software one. */
  readonly hardware: boolean;
  /** A running server; undefined: start one. */
  readonly url: string | undefined;
  readonly killAt: number | undefined;
  readonly joinAt: number | undefined;
}

const flags = {
  replicas: { type: 'string' },
  browsers: { type: 'string' },
  headful: { type: 'boolean' },
  hardware: { type: 'boolean' },
  engine: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  activation: { type: 'string' },
  data: { type: 'string' },
  own: { type: 'string', multiple: true },
  column: { type: 'string' },
  delimiter: { type: 'string' },
  names: { type: 'string' },
  field: { type: 'string' },
  'byte-pairs': { type: 'string' },
  noise: { type: 'string' },
  images: { type: 'string' },
  labels: { type: 'string' },
  text: { type: 'string' },
  examples: { type: 'string' },
  validation: { type: 'string' },
  batch: { type: 'string' },
  'micro-batch': { type: 'string' },
  'global-batch': { type: 'string' },
  shards: { type: 'string' },
  optimizer: { type: 'string' },
  'weight-decay': { type: 'string' },
  lr: { type: 'string' },
  schedule: { type: 'string' },
  warmup: { type: 'string' },
  'final-fraction': { type: 'string' },
  scaling: { type: 'string' },
  'reference-batch': { type: 'string' },
  clip: { type: 'string' },
  precision: { type: 'string' },
  checkpoints: { type: 'boolean' },
  steps: { type: 'string' },
  seed: { type: 'string' },
  'evaluate-every': { type: 'string' },
  buckets: { type: 'string' },
  topology: { type: 'string' },
  codec: { type: 'string' },
  sync: { type: 'string' },
  'inner-steps': { type: 'string' },
  fragments: { type: 'string' },
  pattern: { type: 'string' },
  delay: { type: 'string' },
  mix: { type: 'string' },
  'first-bucket': { type: 'string' },
  'bucket-cap': { type: 'string' },
  'no-overlap': { type: 'boolean' },
  'bounded-parts': { type: 'boolean' },
  link: { type: 'string' },
  save: { type: 'string' },
  resume: { type: 'string' },
  init: { type: 'string' },
  export: { type: 'string' },
  'with-data': { type: 'boolean' },
  metrics: { type: 'string' },
  'kill-at': { type: 'string' },
  'join-at': { type: 'string' },
  json: { type: 'boolean' },
} as const;

export function parseRingOptions(args: readonly string[]): Result<CommandLine<RingOptions>, 'bad-option'> {
  return parseCommandLine(withExport(args), flags, read);
}

/** Every list of settings of one mode is checked here: a page and a peer check the same by the schema. */
function syncOf(given: GivenOptions<keyof typeof flags>, name: SyncName): Sync {
  const innerSteps = given.whole('inner-steps', 1, 1000);
  if (innerSteps !== undefined && name === 'every-step')
    throw new BadOption('--inner-steps needs --sync local-sgd, diloco, streaming-diloco or sparse-loco');
  const streaming = {
    fragments: given.whole('fragments', 1, mostFragments),
    pattern: given.oneOf('pattern', ['sequential', 'strided']),
    delay: given.whole('delay', 0, 1000),
    mixing: given.number('mix', 0, 1),
  };
  const set = Object.entries(streaming).find(([, value]) => value !== undefined);
  if (name !== 'streaming-diloco') {
    if (set) throw new BadOption(`--${set[0] === 'mixing' ? 'mix' : set[0]} needs --sync streaming-diloco`);
    return syncNamed(name, innerSteps ?? 8);
  }
  const { fragments = 1, delay = 0 } = streaming;
  const all = innerSteps ?? 8;
  if (all % fragments > 0)
    throw new BadOption(`--inner-steps ${all} are not a whole number for each of ${fragments} fragments`);
  const sync = streamingDiloco(all, streaming);
  if (delay > all / sync.fragments)
    throw new BadOption(`--delay is at most ${all / sync.fragments}: the inner steps between two sums`);
  return sync;
}

/** `--export hf DIR` has two values; the parser takes one. */
function withExport(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--export');
  const [format, folder] = args.slice(at + 1, at + 3);
  if (at < 0 || format !== 'hf' || folder === undefined || folder.startsWith('--')) return args;
  return [...args.slice(0, at), `--export=${format} ${folder}`, ...args.slice(at + 3)];
}

function read(given: GivenOptions<keyof typeof flags>): RingOptions {
  const sync = given.oneOf('sync', syncNames) ?? 'every-step';
  const options: RingOptions = {
    replicas: given.whole('replicas', 1, maxReplicas) ?? 2,
    browsers: browsersOf(given),
    model: modelOf(given.text('model')),
    activation: given.oneOf('activation', ['relu', 'tanh', 'gelu']),
    data: readData(
      given.text('images'),
      given.text('labels'),
      given.text('text'),
      importOf(given) ?? given.oneOf('data', builtInNames),
      given.number('noise', 0, 1),
    ),
    own: given.texts('own'),
    examples: given.whole('examples', 10, 1_000_000),
    validation: given.whole('validation', 0, 1_000_000),
    batch: given.whole('batch', 1, 65_536) ?? 32,
    microBatch: given.whole('micro-batch', 1, 4096),
    globalBatch: given.whole('global-batch', 1, 1 << 18),
    shards: given.oneOf('shards', ['equal', 'measured']) ?? 'equal',
    optimizer: given.oneOf('optimizer', optimizerNames) ?? 'adamw',
    weightDecay: given.number('weight-decay', 0, 10),
    learningRate: given.number('lr', 1e-12, 1000),
    schedule: given.oneOf('schedule', ['constant', 'linear', 'cosine']) ?? 'constant',
    warmup: given.whole('warmup', 0, 1_000_000) ?? 0,
    finalFraction: given.number('final-fraction', 0, 1) ?? 0,
    scaling: given.oneOf('scaling', ['none', 'linear', 'sqrt']) ?? 'none',
    referenceBatch: given.whole('reference-batch', 1, 1 << 24),
    clip: given.number('clip', 0, 1_000_000) ?? 0,
    precision: given.oneOf('precision', ['f32', 'mixed']) ?? 'f32',
    checkpoints: given.has('checkpoints'),
    steps: given.whole('steps', 1, 1_000_000) ?? 200,
    resume: resumeOf(given),
    init: initOf(given),
    save: given.text('save'),
    exportTo: folderOf(given.text('export')),
    withData: given.has('with-data'),
    seed: given.whole('seed', 0, 0xffffffff) ?? 1,
    bucketMode: given.oneOf('buckets', ['per-tensor', 'bucketed', 'measured', 'single']) ?? 'bucketed',
    topology: given.oneOf('topology', topologies) ?? 'ring',
    codec: codecFrom(given.text('codec') ?? (sync === 'sparse-loco' ? 'sparse-loco' : 'f32')),
    sync: syncOf(given, sync),
    firstBucketKib: given.whole('first-bucket', 4, 1 << 20) ?? 64,
    bucketCapKib: given.whole('bucket-cap', 4, 1 << 20) ?? 512,
    overlap: !given.has('no-overlap'),
    boundedParts: given.has('bounded-parts'),
    link: readLink(given.text('link')),
    evaluateEvery: given.whole('evaluate-every', 0, 1_000_000) ?? 50,
    metrics: metricsTarget(given.text('metrics')),
    json: given.has('json'),
    headful: given.has('headful'),
    hardware: given.has('hardware'),
    engines: enginesOf(given),
    url: readUrl(given.text('url')),
    killAt: given.whole('kill-at', 1, 1_000_000),
    joinAt: given.whole('join-at', 1, 1_000_000),
  };
  checkTogether(options);
  return options;
}

/** Mistakes in the combination of options. */
function checkTogether({ batch, microBatch, data, ...options }: RingOptions): void {
  if (microBatch !== undefined && batch % microBatch !== 0)
    throw new BadOption(`--micro-batch divides --batch; ${batch} is not a multiple of ${microBatch}`);
  if (
    (data.kind === 'files' || data.kind === 'text' || data.kind === 'import') &&
    options.examples !== undefined
  )
    throw new BadOption('--examples is for built-in data; files are used whole');
  if (options.own.length > 0 && data.kind !== 'import')
    throw new BadOption('--own goes with a file of the first tab: --data PATH');
  if (options.examples !== undefined && (options.validation ?? 0) >= options.examples)
    throw new BadOption('--validation is less than --examples: some must remain for training');
  if (options.killAt !== undefined && options.replicas < 2)
    throw new BadOption('--kill-at needs a tab that is not the host’s: --replicas 2 or more');
  if (options.joinAt !== undefined && options.replicas === maxReplicas)
    throw new BadOption(`--join-at opens one more tab: --replicas at most ${maxReplicas - 1}`);
  if (options.resume) return; // the file says where the run ends
  for (const [flag, step] of [['kill-at', options.killAt] as const, ['join-at', options.joinAt] as const])
    if (step !== undefined && step >= options.steps)
      throw new BadOption(`--${flag} ${step} is not before the last step, ${options.steps}`);
}

/** Options that the run in the file sets, so they cannot be given beside it. */
const ofTheRun = [
  ...[
    'model',
    'activation',
    'column',
    'delimiter',
    'names',
    'field',
    'byte-pairs',
    'noise',
    'examples',
    'validation',
    'batch',
    'micro-batch',
    'global-batch',
  ],
  ...['shards', 'optimizer', 'weight-decay', 'lr', 'schedule', 'warmup', 'final-fraction', 'scaling', 'clip'],
  ...[
    'reference-batch',
    'precision',
    'seed',
    'evaluate-every',
    'buckets',
    'topology',
    'codec',
    'first-bucket',
  ],
  ...['bucket-cap'],
] as const;

function resumeOf(given: GivenOptions<keyof typeof flags>): RingOptions['resume'] {
  const file = given.text('resume');
  if (file === undefined) return undefined;
  const other = ofTheRun.find((flag) => given.text(flag) !== undefined);
  const builtIn = given.text('data') !== undefined && importOf(given) === undefined ? 'data' : undefined;
  if (other ?? builtIn)
    throw new BadOption(`--resume brings the run’s own settings: leave --${other ?? builtIn} out`);
  if (given.has('checkpoints') || given.has('no-overlap'))
    throw new BadOption('--resume brings the run’s own settings: leave --checkpoints and --no-overlap out');
  if (given.has('bounded-parts'))
    throw new BadOption('--resume brings the run’s own settings: leave --bounded-parts out');
  return { file, steps: given.whole('steps', 1, 1_000_000) };
}

function initOf(given: GivenOptions<keyof typeof flags>): string | undefined {
  const folder = given.text('init');
  if (folder === undefined) return undefined;
  if (given.text('resume') !== undefined) throw new BadOption('either --init or --resume');
  if (given.text('model') !== undefined) throw new BadOption('--init brings the model: leave --model out');
  if (given.text('text') === undefined)
    throw new BadOption('--init trains a GPT further on a text: give --text');
  return folder;
}

function folderOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!text.startsWith('hf ')) throw new BadOption('--export takes a format and a folder: --export hf DIR');
  return text.slice('hf '.length);
}

function enginesOf(given: GivenOptions<'engine'>): readonly EngineWish[] {
  const engines = given.listOf('engine', engineWishes);
  if (engines.length === 0 && given.text('engine') !== undefined)
    throw new BadOption('--engine is auto, webgpu, cpu, or several with commas');
  return engines.length === 0 ? ['auto'] : engines;
}

function browsersOf(given: GivenOptions<'browsers'>): readonly BrowserName[] {
  const browsers = given.listOf('browsers', ['chromium', 'firefox']);
  if (browsers.length === 0 && given.text('browsers') !== undefined)
    throw new BadOption('--browsers is chromium, firefox, or both with a comma');
  return browsers.length === 0 ? ['chromium'] : browsers;
}

function modelOf(name: string | undefined): RequestedModel | undefined {
  const read = name === undefined ? undefined : readModel(name);
  if (read?.ok === false) throw new BadOption(inEnglish(read.error.says));
  return read?.value;
}

function readUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new BadOption(`--url is an http(s) address; not '${url}'`);
  return url;
}

function codecFrom(text: string): CompressionSetting {
  const codec = parseCompression(text);
  if (codec) return codec;
  throw new BadOption(
    `--codec is ${compressionKinds.join(', ')}; with a share: top-k:0.02, sparse-loco:0.01; with a rank: power-sgd:2`,
  );
}
