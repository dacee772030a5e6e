// Every option of `npm run ring`, in the groups of its --help. Pure.
import { inEnglish } from '../english/in-english';
import { compressionKinds, parseCompression, type CompressionSetting } from '../../codecs/setting';
import { topologies } from '../../collectives/topology';
import { byteTokens, mostTokens } from '../../data/byte-pairs';
import { engineWishes } from '../../model/check/engine-report';
import type { EdgeProfile } from '../../net/emulation/edge-profile';
import { readProfile } from '../../net/emulation/profile-words';
import { optimizerNames } from '../../replica/optimizer-choice';
import { mostFragments } from '../../train/run/modes/streaming';
import { syncNames } from '../../train/run/sync';
import { BadOption } from '../options/command-line';
import { flag, helpLines, listOf, number, oneOf, parsed, text, texts, whole } from '../options/option-table';
import type { OptionTable, ValuesOf } from '../options/option-table';
import { readAdapters } from './adapters-option';
import { leastAlpha, mostAlpha } from '../../data/uneven-classes';
import { readAugment } from './augment-option';
import { delimiterNames } from './data-option';
import { metricsTarget } from './metrics-file';
import { readModel, type RequestedModel } from './ring-model';

/** Tabs of one machine. */
export const maxReplicas = 16;

const ring = {
  replicas: whole(1, maxReplicas, 2).as('--replicas N  tabs, {range} ({usual})'),
  browsers: listOf(['chromium', 'firefox'], 'chromium').as(`--browsers LIST
    chromium, firefox, or both with a comma: cycled over the tabs ({usual})`),
  headful: flag.as('--headful  show the browser windows'),
  hardware: flag.as('--hardware  let Chromium use the real GPU instead of its software adapter'),
  engines: listOf(engineWishes, 'auto').as(`--engine LIST
    auto (the fastest there, by measurement), webgpu, cpu: cycled over the tabs ({usual})`),
  url: parsed(readUrl).as('--url URL  use a running Lockstep server instead of starting one'),
};

const run = {
  model: parsed(modelOf).as(`--model NAME
    linear, mlp, mlp:256,128, cnn, cnn:16,32/128 (filters/dense units), residual,
    residual:16,32 (channels of its stages), FILE.json (a list of layers), gpt, or
    gpt:layers=4,channels=128,heads=4,context=128,dropout=0.1,tied=no
    (mlp, and gpt for text); sizes by name: cnn:small, medium,
    gpt:tiny, mini, small, medium, large`),
  activation: oneOf(['relu', 'tanh', 'gelu']).as('--activation NAME  of an mlp: {words}'),
  data: text.as(`--data NAME  digits, moons, spirals, circles, xor, homes (prices), or text: generated stories (digits)
    or a file or folder of your own: a table (CSV, JSON Lines, parquet), a text, a ZIP archive
    or folder of images by class`),
  own: texts.as(`--own PATH  federated: the first tab trains on its own --data PATH, the next on this file or folder;
    again for each tab, else they take turns; all of one shape, with the same classes`),
  column: text.as('--column NAME  of a table: the classes to learn'),
  amount: texts.as('--amount NAME  of a table: a column of numbers to predict; again for several'),
  loss: oneOf(['squared', 'huber'], 'squared').as('--loss NAME  of amounts: {words} ({usual})'),
  delimiter: oneOf(delimiterNames).as(`--delimiter NAME
    what parts the columns of a text file: {words} (as it looks)`),
  names: oneOf(['yes', 'no']).as('--names yes|no  whether a line of it names the columns (as it looks)'),
  field: text.as('--field NAME  of JSON Lines or parquet with texts: what to read'),
  bytePairs: whole(byteTokens + 1, mostTokens).as('--byte-pairs N  of a text: learn so many tokens, {range}'),
  noise: number(0, 1).as('--noise X  of the point sets and homes, {range} (0.1)'),
  images: text.as('--images FILE  IDX images (gzip or not) instead of --data, with their --labels FILE'),
  labels: text.as('--labels FILE  the labels of these images'),
  text: text.as('--text FILE  a text in UTF-8 instead, read character by character'),
  /** undefined: all examples of a file, or the usual number of the built-in data. */
  examples: whole(10, 1_000_000).as(`--examples N
    of the built-in data, {range} (digits 6000, points and homes 2000, windows of text 8000)`),
  validation: whole(0, 1_000_000).as('--validation N  held out (a sixth; of a text at most 192 windows)'),
  batch: whole(1, 65_536, 32).as('--batch N  per replica and step, {range} ({usual})'),
  microBatch: whole(1, 4096).as(`--micro-batch N
    rows computed at once, gradients accumulated; divides --batch
    (the largest divisor up to 64, of text up to 8)`),
  globalBatch: whole(1, 1 << 18).as(`--global-batch N
    one batch for the whole ring, whatever its size (without it, --batch per replica)`),
  shards: oneOf(['equal', 'measured'], 'equal').as(`--shards NAME
    equal, or measured: by the replicas’ speed ({usual})`),
  optimizer: oneOf(optimizerNames, 'adamw').as('--optimizer NAME  {words} ({usual})'),
  weightDecay: number(0, 10).as(`--weight-decay X
    of adamw, lamb and lars; not applied to norms and biases (0.01)`),
  learningRate: number(1e-12, 1000).as(`--lr X
    learning rate (adamw 0.005, a gpt's 0.003, lamb 0.01, sgd 0.1, momentum 0.02, lars 5)`),
  schedule: oneOf(['constant', 'linear', 'cosine'], 'constant').as(`--schedule NAME
    of the rate: {words} ({usual})`),
  warmup: whole(0, 1_000_000, 0).as(`--warmup N
    steps in which the rate rises, also when the ring grows ({usual})`),
  finalFraction: number(0, 1, 0).as('--final-fraction X  of the rate, where linear and cosine end ({usual})'),
  scaling: oneOf(['none', 'linear', 'sqrt'], 'none').as(`--scaling RULE
    of the rate with the effective batch: {words} ({usual})`),
  referenceBatch: whole(1, 1 << 24).as(`--reference-batch N
    the effective batch at which the rate is --lr (--batch)`),
  augment: parsed(readAugment).as(`--augment LIST
    alter images and sounds when they are trained on: shift:PIXELS, flip,
    brightness:SHARE, with commas between (as they are)`),
  uneven: number(leastAlpha, mostAlpha).as(`--uneven X
    each replica draws from its own mixture of classes, {range}: the smaller, the fewer
    classes (all from the same)`),
  clip: number(0, 1_000_000, 0).as('--clip X  largest norm of the mean gradient, 0: any ({usual})'),
  precision: oneOf(['f32', 'mixed'], 'f32').as(`--precision NAME
    f32, or mixed where the device has f16 ({usual})`),
  checkpoints: flag.as("--checkpoints  compute activations of a gpt's blocks again instead of keeping them"),
  steps: whole(1, 1_000_000, 200).as('--steps N  {range} ({usual})'),
  seed: whole(0, 0xffffffff, 1).as('--seed N  {range} ({usual})'),
  evaluateEvery: whole(0, 1_000_000, 50).as(`--evaluate-every N
    steps between evaluations, 0: never ({usual})`),
  patience: whole(0, 1_000, 0).as(`--patience N
    end after so many evaluations without a lower held-out loss, 0: never ({usual})`),
};

const communication = {
  bucketMode: oneOf(['per-tensor', 'bucketed', 'measured', 'single'], 'measured').as(`--buckets MODE
    per-tensor, bucketed, measured (sizes by the line’s speed) or single ({usual})`),
  topology: oneOf([...topologies, 'auto'], 'auto').as(`--topology NAME
    {words} ({usual}); auto: as measured; up to 8 replicas, more use the ring`),
  codec: parsed(codecFrom).as(`--codec NAME  ${compressionKinds.join(', ')} (f32);
    with a share: top-k:0.02; with a rank: power-sgd:4`),
  sync: oneOf(syncNames, 'every-step').as(`--sync NAME
    when the replicas add up: every-step, or after inner steps of each alone: local-sgd,
    diloco, streaming-diloco, or sparse-loco, which sets that codec too ({usual})`),
  innerSteps: whole(1, 1000).as(`--inner-steps N
    of each replica in one step, {range}; not with every-step (8). With streaming-diloco of a
    round, in which every fragment is summed once`),
  fragments: whole(1, mostFragments).as(`--fragments P
    streaming-diloco: parts of the model, {range}, of which a step sums one (4, or fewer)`),
  pattern: oneOf(['sequential', 'strided']).as(`--pattern NAME
    streaming-diloco: {words} layers in a fragment (strided)`),
  delay: whole(0, 1000).as(`--delay T
    streaming-diloco: inner steps while a sum travels, up to inner steps / fragments (half of that)`),
  mixing: number(0, 1).as(`--mix A
    streaming-diloco: what stays of a replica's own parameters when a sum is whole, {range} (0.5)`),
  firstBucketKib: whole(4, 1 << 20, 64).as('--first-bucket KIB  size of the first bucket, {range} ({usual})'),
  bucketCapKib: whole(4, 1 << 20, 512).as('--bucket-cap KIB  size of the others, {range} ({usual})'),
  noOverlap: flag.as('--no-overlap  start communicating only when the backward pass is over'),
  boundedParts: flag.as(`--bounded-parts
    for a room of strangers: each replica's part of a sum is at most 1.5 usual gradients long, so sums are
    not exact; every part goes to all, and no bucket leaves before the backward pass is over`),
  links: oneOf(['any', 'webrtc'], 'any').as(`--links NAME
    {words}: any, within the browser where that is possible; webrtc everywhere ({usual})`),
  link: parsed(readLink).as(`--link LINE  make every link slow: lan, wifi, home, slow, bad, or figures as in
    5mbit,40ms,10ms,1% (rate, delay one way, jitter, loss; only the rate must be there)`),
};

const files = {
  save: text.as(`--save FILE.safetensors
    in the end, write the whole run: weights under PyTorch names, optimizer, place in the data`),
  resume: text.as(`--resume FILE.safetensors
    go on with the run of such a file, to its last step or to --steps; files of data come by
    --images and --labels, --text, or --data, as usual, and other options of the run from the file`),
  init: text.as(`--init DIR
    begin with the weights of a GPT-2 in this folder: config.json, tokenizer.json and model.safetensors, as
    Transformers or --export hf wrote them; the run trains it further on the text of --text; with
    --resume, the weights under the adapters of that run`),
  adapters: parsed(readAdapters).as(`--adapters RANK
    with --init: leave the weights as they are, and train low-rank changes of them (LoRA), the only numbers
    that are summed; or rank=8,alpha=16,on=attention (alpha: twice the rank; on=all: every weight of a block)`),
  features: text.as(`--features FILE.safetensors
    begin with the layers of the run in this file, up to the last one: they stay as they are, and a new last layer is
    trained on the pictures or sounds of --data or --images; with --resume, the layers under that run`),
  lastLayers: whole(1, 63).as(`--last-layers N
    with --features: train so many layers with weights, counted from the end (1); as many as it has: all`),
  base: texts.as(`--base FILE.safetensors
    with --features: the run whose layers are under that run, where its first layers were frozen; give it again for
    one under this one`),
  exportTo: parsed(folderOf).as(`--export hf DIR
    in the end, write the model for Transformers (a GPT), or with its module for PyTorch (others); as ONNX too`),
  withData: flag.as(`--with-data
    of a run on your files: put their content into that folder, so that its train.py can go on`),
  metrics: parsed(metricsTarget).as(`--metrics FILE
    while it trains, write every step's figures to FILE.csv, FILE.jsonl, FILE.tfevents,
    or a folder for TensorBoard (a name without an ending)`),
};

const trials = {
  killAt: whole(1, 1_000_000).as("--kill-at STEP  kill one tab that is not the host's"),
  joinAt: whole(1, 1_000_000).as('--join-at STEP  open one more tab'),
};

const output = {
  json: flag.as('--json  one JSON line per committed step on stdout, and a last one with "summary"'),
};

export const ringTable = { ...ring, ...run, ...communication, ...files, ...trials, ...output };
export type RingValues = ValuesOf<typeof ringTable>;

/** A saved run needs these again; it brings the other settings of a run. */
const besideSaved: readonly string[] = ['data', 'own', 'images', 'labels', 'text', 'steps', 'link'];
export const savedOptions = Object.entries({ ...run, ...communication })
  .filter(([key]) => !besideSaved.includes(key))
  .map(([, { name }]) => name);

const helpOf = (table: OptionTable): string => helpLines(table, 24);
export const ringHelp = `npm run ring -- [options]   Trains in N real browser tabs and compares every digest.

Ring
${helpOf(ring)}

Run
${helpOf(run)}

Communication
${helpOf(communication)}

Files
${helpOf(files)}

Trials
${helpOf(trials)}

Output
${helpOf(output)}
  --help

A step's computeMs, overlappedMs, exposedMs, waitingMs are means over the replicas; bytes is what all tabs sent.
Exit code: 0 done · 1 the run failed, or 60 s passed without a step (120 s before the first) · 2 bad options · 3 digests disagreed.`;

function readUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new BadOption(`--url is an http(s) address; not '${url}'`);
}

function modelOf(name: string): RequestedModel {
  const read = readModel(name);
  if (!read.ok) throw new BadOption(inEnglish(read.error.says));
  return read.value;
}

function codecFrom(name: string): CompressionSetting {
  const codec = parseCompression(name);
  if (codec) return codec;
  throw new BadOption(
    `--codec is ${compressionKinds.join(', ')}; with a share: top-k:0.02, sparse-loco:0.01; with a rank: power-sgd:2`,
  );
}

/** The line that all members emulate. */
export function readLink(line: string): EdgeProfile {
  const read = readProfile(line);
  if (!read.ok) throw new BadOption(`--link: ${inEnglish(read.error.says)}`);
  return read.value;
}

function folderOf(format: string): string {
  if (!format.startsWith('hf ')) throw new BadOption('--export takes a format and a folder: --export hf DIR');
  return format.slice('hf '.length);
}
