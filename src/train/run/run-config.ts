// Everything that must be equal on all replicas. It comes from the host through other peers, so it is validated here at
// the edge (F6). Its hash is compared in HELLO and is part of the run state.
import type { CompressionKind } from '../../codecs/setting';
import { mostBrightness, mostShift } from '../../data/augment';
import { amount, mostAmounts } from '../../data/amounts';
import { mostColumnsCharacters, tableColumn } from '../../data/table-columns';
import * as v from 'valibot';
import { utf8 } from '../../base/bytes';
import { hashHex, hashWords } from '../../base/hash';
import { fail, ok, type Result } from '../../base/result';
import { logged, say, type Saying } from '../../base/sayings';
import { mostPairTokens } from '../../data/byte-pairs';
import { namedFile } from '../../data/named-file';
import { origin } from '../../data/origin';
import { leastAlpha, mostAlpha } from '../../data/uneven-classes';
import { imageRecipe, soundRecipe, tableRecipe, textRecipe } from '../../data/recipe-schema';
import { deepestLayers, layerMisfit, layerMisfits } from '../../model/plan/layer-misfits';
import { layerSchema, type Layer } from '../../ops/layers';
import { mostAdapted, mostBaseBytes, mostRank } from './frozen-base';
import { addedTo } from './data-shape';
import { batchSettings, bucketSettings, type BucketSettings } from './live-settings';
import { runProblem } from './run-problem';
import { codecProblem, everyStep, syncProblem, syncSettings, type Sync } from './sync';

const positive = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
const between = (min: number, max: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(max));
const shape = v.pipe(v.array(positive(65_536)), v.minLength(1), v.maxLength(4), v.readonly());

/** Layers nest (residual, block). Thousands of levels from a peer would overflow the stack, and lists within lists hold too
 *  many layers to compile. */
const layerList: v.GenericSchema<unknown, Layer[]> = v.lazy((input) => {
  const isOdd = !isShallow(input, 2 * deepestLayers) || (Array.isArray(input) && misfitOf(input));
  return isOdd ? misfits : v.array(layerSchema);
});
const misfits = v.custom<Layer[]>(
  () => false,
  ({ input }) => logged(misfitOf(input) ?? say('layers-too-deep', { most: deepestLayers })),
);

/** The first layer of the list that is none, with what is wrong. */
function misfitOf(layers: unknown): Saying | undefined {
  const [first] = layerMisfits(layers);
  return first && layerMisfit(first.path, first.kind, first.why);
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

const mostLayers = 64;

/** What is trained in place of the model's own parameters (model/spec.ts). */
const adapters = v.strictObject({
  rank: positive(mostRank),
  alpha: between(1e-3, 1e4),
  weights: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(100))),
    v.minLength(1),
    v.maxLength(mostAdapted),
    v.readonly(),
  ),
});

const model = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(60)),
  inputShape: shape,
  layers: v.pipe(layerList, v.minLength(1), v.maxLength(mostLayers), v.readonly()),
  loss: v.picklist(['softmax-cross-entropy', 'squared', 'huber']),
  adapters: v.exactOptional(adapters),
  frozenLayers: v.exactOptional(positive(mostLayers)),
});

/** What is said of all files that every replica must hold itself. */
const files = {
  name: v.pipe(v.string(), v.maxLength(120)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  origin: v.optional(origin),
};

/** Examples with one of so many classes each. */
const labelled = {
  examples: positive(10_000_000),
  classes: positive(256),
  /** The names for people. */
  classNames: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(256))),
};

/** Each member brings its own examples of this kind and shape: name, hash and number are of the host's. */
const own = v.exactOptional(v.literal(true));

const data = v.variant('kind', [
  v.strictObject({
    kind: v.literal('points'),
    set: v.picklist(['moons', 'spirals', 'circles', 'xor']),
    examples: positive(1_000_000),
    noise: between(0, 1),
  }),
  v.strictObject({ kind: v.literal('digits'), examples: positive(1_000_000) }),
  /** Invented homes with their prices. */
  v.strictObject({ kind: v.literal('homes'), examples: positive(1_000_000), noise: between(0, 1) }),
  /** IDX files, or images and sounds that the recipe turns into such; `sha256` is over the unpacked images, then the labels. */
  v.strictObject({
    kind: v.literal('idx'),
    ...files,
    ...labelled,
    inputShape: shape,
    recipe: v.optional(v.variant('kind', [imageRecipe, soundRecipe])),
    own,
    /** The number of examples at the end that were added to a run that had begun. All of them are trained on, and what is held
     *  out stays. */
    added: v.exactOptional(positive(10_000_000)),
  }),
  /** A table, whose rows the recipe turns into numbers; `sha256` is over an IDX file of these, then one of the classes
   *  or amounts. It is scaled by its own numbers, so no member can bring another one. */
  v.strictObject({
    kind: v.literal('table'),
    ...files,
    ...labelled,
    /** The numbers of one row. */
    inputs: positive(65_536),
    recipe: tableRecipe,
    /** What is predicted in place of classes, in the order of the recipe's; then `classes` is 1. */
    amounts: v.exactOptional(v.pipe(v.array(amount), v.minLength(1), v.maxLength(mostAmounts), v.readonly())),
    /** What the inputs are made from. Absent in older runs, and where it is too long. */
    columns: v.exactOptional(
      v.pipe(
        v.array(tableColumn),
        v.check((columns) => JSON.stringify(columns).length <= mostColumnsCharacters),
        v.readonly(),
      ),
    ),
  }),
  /** Generated stories, as `examples` windows of `context` characters. */
  v.strictObject({ kind: v.literal('stories'), examples: positive(1_000_000), context: positive(4096) }),
  /** A text file; `sha256` is over its unpacked bytes. */
  v.strictObject({
    kind: v.literal('text'),
    ...files,
    /** The characters of the whole text. */
    characters: positive(0xffffffff),
    /** The number of windows of `context` tokens. */
    examples: positive(0xffffffff),
    context: positive(4096),
    /** Absent: as many as its characters. */
    tokens: v.exactOptional(positive(0xffffffff)),
    /** Unpacked. Absent in older runs. */
    bytes: v.exactOptional(positive(0xffffffff)),
    /** Bytes of the host's whole text, of which only the first `bytes` are used; 0: more than those. Absent: all are used.
     *  For people. */
    cutFrom: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    /** Distinct tokens. */
    vocabulary: positive(mostPairTokens),
    recipe: v.optional(textRecipe),
    own,
  }),
]);

const adam = {
  beta1: between(0, 0.9999999),
  beta2: between(0, 0.9999999),
  epsilon: between(1e-20, 1),
  weightDecay: between(0, 10),
};

const optimizer = v.variant('kind', [
  v.strictObject({ kind: v.literal('sgd') }),
  v.strictObject({ kind: v.literal('momentum'), momentum: between(0, 1), nesterov: v.boolean() }),
  v.strictObject({ kind: v.literal('adamw'), ...adam }),
  v.strictObject({
    kind: v.literal('lars'),
    momentum: between(0, 1),
    weightDecay: between(0, 10),
    trustCoefficient: between(1e-6, 1),
    epsilon: between(0, 1),
  }),
  v.strictObject({ kind: v.literal('lamb'), ...adam }),
]);

const steps = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff));

/** The alterations of images and sounds while a run trains on them (data/augment.ts). */
const augment = v.strictObject({
  shift: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostShift)),
  flip: v.boolean(),
  brightness: between(0, mostBrightness),
});

/** The learning rate over the run's steps: up from 0 during the warm-up, then level or down. */
const schedule = v.strictObject({
  kind: v.picklist(['constant', 'linear', 'cosine']),
  warmupSteps: steps,
  /** The part of the learning rate that is left after the last step; linear and cosine. */
  finalFraction: between(0, 1),
});

/** How the learning rate follows the effective batch. */
const scaling = v.strictObject({
  rule: v.picklist(['none', 'linear', 'sqrt']),
  /** The effective batch, in examples, at which the learning rate is as configured. */
  referenceBatch: positive(1 << 24),
  /** When the ring grows, the rate rises to its new value over so many steps. */
  rewarmSteps: steps,
});

export const learningRate = between(1e-12, 1e3);

export const runConfig = v.pipe(
  v.strictObject({
    model,
    /** The file of the parameters under adapters, or of frozen layers (T17). */
    base: v.exactOptional(namedFile(mostBaseBytes)),
    data,
    /** Absent: examples are trained on as they are. */
    augment: v.exactOptional(augment),
    /** Members draw from mixtures of classes of their own: α of the Dirichlet distribution (E9b). Absent: all from the same. */
    uneven: v.exactOptional(between(leastAlpha, mostAlpha)),
    /** Held out by a seeded shuffle. */
    validationExamples: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
    seed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff)),
    /** The batch of one replica and step. */
    localBatch: positive(65_536),
    /** Rows per compiled micro-batch; localBatch is a whole number of them. The end of another part is padded. */
    microBatch: positive(4096),
    ...batchSettings.entries,
    /** The mode at the run's start. */
    sync: v.optional(syncSettings, everyStep),
    /** The optimizer of gradients: exact on all members, or of each member's inner steps. */
    optimizer,
    /** The rate before schedule and scaling. */
    learningRate,
    schedule,
    scaling,
    /** The limit of the mean gradient's norm; 0: no clipping. */
    clipNorm: between(0, 1e6),
    /** Requested. A replica whose device lacks it computes in f32 (E5). */
    precision: v.picklist(['f32', 'mixed']),
    /** The backward pass recomputes activations inside blocks instead of keeping them. */
    checkpoints: v.boolean(),
    /** The run stops by itself after this many committed steps. */
    steps: positive(0xffffffff),
    /** Evaluate the validation split every so many steps (0: never). */
    evaluateEvery: steps,
    /** The run ends after so many evaluations in a row without a lower held-out loss (S27). Absent: it does not. */
    patience: v.exactOptional(positive(1_000)),
    buckets: bucketSettings,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = settingsProblem(dataset.value);
    if (problem) addIssue({ message: logged(problem) });
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? runProblem(dataset.value) : undefined;
    if (problem) addIssue({ message: logged(problem) });
  }),
);

/** The reader of configurations in JSON that peers send again and again: one that was accepted is not checked a second
 *  time, and equal texts give the same object. */
export const repeatedRunConfig = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, RunConfig>(({ dataset, addIssue, NEVER }) => {
    const text = JSON.stringify(dataset.value);
    const known = accepted.get(text);
    if (known) return known;
    const parsed = parseRunConfig(dataset.value);
    if (!parsed.ok) {
      addIssue({ message: logged(parsed.error.says) });
      return NEVER;
    }
    if (accepted.size === mostAccepted) accepted.delete(accepted.keys().next().value!);
    accepted.set(text, parsed.value);
    return parsed.value;
  }),
);

/** JSON → the configuration; the oldest goes first. A room has one run, and before it begins few plans for it. */
const accepted = new Map<string, RunConfig>();
const mostAccepted = 8;

export type RunConfig = v.InferOutput<typeof runConfig>;
export type DataChoice = v.InferOutput<typeof data>;
export type PointSet = 'moons' | 'spirals' | 'circles' | 'xor';
export type BucketMode = BucketSettings['mode'];

interface Settings {
  readonly localBatch: number;
  readonly microBatch: number;
  readonly validationExamples: number;
  readonly data: v.InferOutput<typeof data>;
  readonly sync: Sync;
  readonly buckets: { readonly codec: { readonly kind: CompressionKind } };
}

/** Why settings that are each possible do not go together; undefined: they do. */
function settingsProblem(config: Settings): Saying | undefined {
  const { localBatch, microBatch, validationExamples, data, sync, buckets } = config;
  if (localBatch % microBatch !== 0)
    return say('unequal-micro-batches', { batch: localBatch, micro: microBatch });
  const dividedExamples = data.examples - addedTo(data);
  if (validationExamples >= dividedExamples)
    return say('none-to-train', { examples: dividedExamples, heldOut: validationExamples });
  return syncProblem(sync) ?? codecProblem(sync, buckets.codec.kind);
}

/** Why this is no configuration: a setting that is out of its range, or settings that do not go together; undefined: it is
 *  one. The name of a setting is the same in every language. */
export function configProblem(input: RunConfig): Saying | undefined {
  const parsed = v.safeParse(runConfig, input);
  if (parsed.success) return undefined;
  const [issue] = parsed.issues;
  return (
    layersProblem(issue, input) ??
    problemOf(issue, input) ??
    say('setting-unusable', { setting: settingOf(issue) })
  );
}

export function parseRunConfig(input: unknown): Result<RunConfig, 'bad-config'> {
  const parsed = v.safeParse(runConfig, input);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  const problem = layersProblem(issue, input) ?? (parsed.typed ? problemOf(issue, parsed.output) : undefined);
  return fail('bad-config', problem ?? `${settingOf(issue)}: ${issue.message}`);
}

function layersProblem(issue: v.BaseIssue<unknown>, input: unknown): Saying | undefined {
  if (!settingOf(issue).startsWith('model.layers')) return undefined;
  return misfitOf((input as { readonly model?: { readonly layers?: unknown } } | null)?.model?.layers);
}

function problemOf(issue: v.BaseIssue<unknown>, config: RunConfig): Saying | undefined {
  if (/check$/.test(issue.type)) return settingsProblem(config) ?? runProblem(config);
  const [setting, limit, given] = [settingOf(issue), Number(issue.requirement), Number(issue.input)];
  if (issue.type === 'min_value') return say('setting-least', { setting, least: limit, given });
  if (issue.type === 'max_value') return say('setting-most', { setting, most: limit, given });
  return undefined;
}

function settingOf(issue: v.BaseIssue<unknown>): string {
  return v.getDotPath(issue) ?? 'config';
}

/** 16 hex digits; equal configs, equal hash, whatever the order of their keys. */
export function hashConfig(config: RunConfig): string {
  return hashText(configText(config));
}

const texts = new WeakMap<RunConfig, string>();

/** Equal for equal configs. It is cached, because every header compares it and a config never changes. */
export function configText(config: RunConfig): string {
  let text = texts.get(config);
  if (text === undefined) texts.set(config, (text = canonical(config)));
  return text;
}

/** 16 hex digits over the UTF-8 bytes. */
export function hashText(text: string): string {
  const bytes = utf8(text);
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return hashHex(hashWords(words, 0, words.length, bytes.length));
}

/** JSON with sorted keys: what JSON.stringify gives, for the values that JSON has. The text of a configuration is not built
 *  again: run states and hellos hold one, and every step hashes a run state. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const known = texts.get(value as RunConfig);
  if (known !== undefined) return known;
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one: unknown) => canonical(one ?? null)).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    const inner = fields[key];
    if (inner !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonical(inner)}`;
  }
  return `{${text}}`;
}
