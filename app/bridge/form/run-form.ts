// The run as a form. Every field is validated, and every problem is a sentence beside its field. A valid form plus the
// preset that it started from is a RunConfig.
import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { mostBrightness, mostShift } from '../../../src/data/augment';
import { leastAlpha, mostAlpha } from '../../../src/data/uneven-classes';
import { strideOf } from '../../../src/data/window-count';
import { choiceOf } from '../../../src/replica/choice-of';
import { modelOf, type ModelChoice, type ModelFamily } from '../../../src/replica/model-choice';
import { layersOfRows, readRowsText, rowsOfLayers, rowsText } from '../../../src/replica/layer-rows';
import { optimizerName, optimizerNames, optimizerOf } from '../../../src/replica/optimizer-choice';
import type { DataChoice, RunConfig } from '../../../src/replica/protocol';
import { inWindows } from '../../../src/replica/file-data';
import { augmentable, hasSharedClasses, shapeOf } from '../../../src/train/run/data-shape';
import { formatCount } from '../words/format';

const number = (range: NumberRange) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => t`${{ label: range.label }} is missing.`),
    v.transform(Number),
    v.number(() => t`${{ label: range.label }} is not a number.`),
    v.minValue(range.low, () => t`${{ label: range.label }} is at least ${{ low: formatCount(range.low) }}.`),
    v.maxValue(
      range.high,
      () => t`${{ label: range.label }} is at most ${{ high: formatCount(range.high) }}.`,
    ),
  );
const whole = (range: NumberRange) =>
  v.pipe(
    number(range),
    v.integer(() => t`${{ label: range.label }} is a whole number.`),
  );

const list = (words: () => string, most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(
      /^$|^\d{1,4}(\s*[, ]\s*\d{1,4})*$/,
      () => t`${{ words: words() }} are whole numbers with commas between: 64, 64.`,
    ),
    v.transform((text) => (text === '' ? [] : text.split(/[\s,]+/).map(Number))),
    v.maxLength(6, () => t`At most 6 layers.`),
    v.check(
      (all) => all.every((width) => width >= 1 && width <= most),
      () => t`${{ words: words() }}: each is 1 to ${{ most: formatCount(most) }}.`,
    ),
  );

export interface NumberRange {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly isWhole: boolean;
}

/** The label is read when it is shown: in the language of then. */
const range = (label: () => string, low: number, high: number, isWhole: boolean): NumberRange => ({
  get label() {
    return label();
  },
  low,
  high,
  isWhole,
});
const wholes = (label: () => string, low: number, high: number) => range(label, low, high, true);
const reals = (label: () => string, low: number, high: number) => range(label, low, high, false);

/** The fields that hold one number. */
export const numberRanges = {
  units: wholes(() => t`Dense units`, 0, 2048),
  layers: wholes(() => t`Blocks`, 1, 24),
  channels: wholes(() => t`Channels`, 1, 2048),
  heads: wholes(() => t`Heads`, 1, 64),
  context: wholes(() => t`Context`, 2, 1024),
  dropout: reals(() => t`Dropout`, 0, 0.9),
  localBatch: wholes(() => t`Batch`, 1, 4096),
  microBatch: wholes(() => t`At once`, 1, 4096),
  globalBatch: wholes(() => t`Batch of the ring`, 1, 1 << 18),
  learningRate: reals(() => t`Learning rate`, 0, 100),
  shift: wholes(() => t`Shift`, 0, mostShift),
  brightness: reals(() => t`Brightness`, 0, mostBrightness),
  warmup: wholes(() => t`Warm-up`, 0, 1_000_000),
  uneven: reals(() => t`Unevenness`, 0, mostAlpha),
  clip: reals(() => t`Clipping`, 0, 1_000_000),
  steps: wholes(() => t`Steps`, 1, 1_000_000),
  evaluateEvery: wholes(() => t`Validation interval`, 0, 100_000),
  patience: wholes(() => t`Patience`, 0, 1_000),
  seed: wholes(() => t`Seed`, 0, 4_294_967_295),
};

const numbers = Object.fromEntries(
  Object.entries(numberRanges).map(([key, one]) => [key, one.isWhole ? whole(one) : number(one)]),
) as unknown as { readonly [Key in keyof typeof numberRanges]: ReturnType<typeof number> };

/** The values that each field accepts. */
export const runFormFields = {
  ...numbers,
  family: v.picklist(['linear', 'mlp', 'cnn', 'layers', 'gpt']),
  /** The rows as layer-rows.ts writes them; of another family what an editor was left with, or nothing. */
  ownLayers: v.pipe(
    v.string(),
    v.check(
      (text) => readRowsText(text) !== undefined,
      () => t`The list of layers cannot be read: build it here again.`,
    ),
  ),
  widths: list(() => t`Widths`, 2048),
  activation: v.picklist(['relu', 'tanh', 'gelu']),
  loss: v.picklist(['squared', 'huber']),
  filters: v.pipe(
    list(() => t`Filters`, 512),
    v.minLength(1, () => t`At least one layer.`),
  ),
  batchMode: v.picklist(['grow', 'fixed']),
  shards: v.picklist(['equal', 'measured']),
  optimizer: v.picklist(optimizerNames),
  learningRate: v.pipe(
    numbers.learningRate,
    v.check(
      (rate) => rate > 0,
      () => t`Learning rate is above 0.`,
    ),
  ),
  schedule: v.picklist(['constant', 'linear', 'cosine']),
  scaling: v.picklist(['none', 'linear', 'sqrt']),
  precision: v.picklist(['f32', 'mixed']),
  flip: v.picklist(['never', 'half']),
  checkpoints: v.picklist(['keep', 'again']),
  parts: v.picklist(['whole', 'bounded']),
};

const schema = v.object(runFormFields);

export type RunForm = v.InferInput<typeof schema>;
export type RunFormProblems = Partial<Record<keyof RunForm, string>>;

export function formOf(config: RunConfig): RunForm {
  const model = choiceOf(config.model);
  const mlp = model.family === 'mlp' ? model : { hidden: [64], activation: 'relu' as const };
  const cnn = model.family === 'cnn' ? model : { filters: [8, 16], units: 0 };
  const gpt = model.family === 'gpt' ? model : { layers: 2, channels: 64, heads: 4, context: 64, dropout: 0 };
  return {
    family: model.family,
    widths: mlp.hidden.join(', '),
    activation: mlp.activation === 'none' ? 'relu' : mlp.activation,
    loss: config.model.loss === 'softmax-cross-entropy' ? 'squared' : config.model.loss,
    ownLayers: model.family === 'layers' ? firstLayers(config) : '',
    filters: cnn.filters.join(', '),
    units: String(cnn.units),
    layers: String(gpt.layers),
    channels: String(gpt.channels),
    heads: String(gpt.heads),
    context: String(gpt.context),
    dropout: String(gpt.dropout),
    localBatch: String(config.localBatch),
    microBatch: String(config.microBatch),
    batchMode: config.batchMode,
    globalBatch: String(config.globalBatch),
    shards: config.shards,
    optimizer: optimizerName(config.optimizer),
    learningRate: String(config.learningRate),
    schedule: config.schedule.kind,
    warmup: String(config.schedule.warmupSteps),
    scaling: config.scaling.rule,
    shift: String(config.augment?.shift ?? 0),
    flip: config.augment?.flip ? 'half' : 'never',
    brightness: String(config.augment?.brightness ?? 0),
    uneven: String(config.uneven ?? 0),
    clip: String(config.clipNorm),
    precision: config.precision,
    checkpoints: config.checkpoints ? 'again' : 'keep',
    parts: config.buckets.boundedParts ? 'bounded' : 'whole',
    steps: String(config.steps),
    evaluateEvery: String(config.evaluateEvery),
    patience: String(config.patience ?? 0),
    seed: String(config.seed),
  };
}

/** The layers that an editor begins with: those of the model so far. */
export function firstLayers({ model }: Pick<RunConfig, 'model'>): string {
  const rows = rowsOfLayers(model.layers.slice(0, -1));
  return rows ? rowsText(rows) : '';
}

export type RunFormResult =
  | { readonly ok: true; readonly config: RunConfig }
  | { readonly ok: false; readonly problems: RunFormProblems };

/** `local` replaces the preset's data when the user chose files. */
export function configOf(form: RunForm, preset: RunConfig, local?: DataChoice): RunFormResult {
  const parsed = v.safeParse(schema, form);
  if (!parsed.success) {
    const problems: RunFormProblems = {};
    for (const issue of parsed.issues) {
      const field = issue.path?.[0]?.key as keyof RunForm | undefined;
      if (field) problems[field] ??= issue.message;
    }
    return { ok: false, problems };
  }
  const { output } = parsed;
  const { family, channels, heads } = output;
  if (family === 'gpt' && channels % heads !== 0)
    return {
      ok: false,
      problems: {
        heads: t`${{ channels: formatCount(channels) }} channels are not a whole number for each of ${{ heads: formatCount(heads) }} heads.`,
      },
    };
  const data = inContext(local ?? preset.data, output.context);
  if (data.kind === 'text' && data.examples === 0) {
    const most = (data.tokens ?? data.characters) - 1;
    return {
      ok: false,
      problems: { context: t`Context is at most ${{ most: formatCount(most) }} for this text.` },
    };
  }
  const { patience: _, augment: _before, uneven: _mixture, base, ...settings } = preset;
  const isUntouched = local === undefined && isSame(parsed.output, preset);
  return {
    ok: true,
    config: {
      ...settings,
      ...augmentOf(output, data),
      ...(output.uneven > 0 && hasSharedClasses(data) && { uneven: Math.max(output.uneven, leastAlpha) }),
      // The adapters of a run stand on the base of its own model.
      ...(isUntouched && base && { base }),
      model: isUntouched ? preset.model : modelOf(modelChoice(output, preset), shapeOf(data), output.loss),
      data,
      validationExamples: heldOut(data, local === undefined ? preset : undefined),
      localBatch: output.localBatch,
      microBatch: largestDivisor(output.localBatch, output.microBatch),
      batchMode: output.batchMode,
      globalBatch: output.globalBatch,
      shards: output.shards,
      optimizer:
        output.optimizer === optimizerName(preset.optimizer)
          ? preset.optimizer
          : optimizerOf(output.optimizer),
      learningRate: output.learningRate,
      schedule: { ...preset.schedule, kind: output.schedule, warmupSteps: output.warmup },
      scaling:
        output.scaling === preset.scaling.rule
          ? preset.scaling
          : { rule: output.scaling, referenceBatch: output.localBatch, rewarmSteps: output.warmup || 20 },
      clipNorm: output.clip,
      precision: output.precision,
      checkpoints: output.checkpoints === 'again',
      buckets: bucketsOf(preset.buckets, output.parts === 'bounded'),
      steps: output.steps,
      evaluateEvery: output.evaluateEvery,
      ...(output.patience > 0 && { patience: output.patience }),
      seed: output.seed,
    },
  };
}

/** Families that take this data. */
export function familiesFor(data: DataChoice): readonly ModelFamily[] {
  switch (data.kind) {
    case 'stories':
    case 'text':
      return ['gpt'];
    case 'points':
    case 'homes':
    case 'table':
      return ['linear', 'mlp', 'layers'];
    case 'digits':
      return ['linear', 'mlp', 'cnn', 'layers'];
    case 'idx':
      return data.inputShape.length >= 2 && data.inputShape.length <= 3
        ? ['linear', 'mlp', 'cnn', 'layers']
        : ['linear', 'mlp', 'layers'];
    default:
      return data satisfies never;
  }
}

export function predictsAmounts(data: DataChoice): boolean {
  return shapeOf(data).amounts !== undefined;
}

/** Data that cannot be altered is not, and nothing is said by silence. */
function augmentOf({ shift, flip, brightness }: Output, data: DataChoice): Pick<RunConfig, 'augment'> {
  const kind = augmentable(data);
  const flips = flip === 'half' && kind === 'images';
  const isOff = shift === 0 && brightness === 0 && !flips;
  return kind === undefined || isOff ? {} : { augment: { shift, flip: flips, brightness } };
}

/** Whole parts are said by silence, as in older runs. */
function bucketsOf(
  { boundedParts: _, ...buckets }: RunConfig['buckets'],
  areBounded: boolean,
): RunConfig['buckets'] {
  return areBounded ? { ...buckets, boundedParts: true } : buckets;
}

type Output = v.InferOutput<typeof schema>;

function modelChoice(output: Output, preset: RunConfig): ModelChoice {
  const before = choiceOf(preset.model);
  switch (output.family) {
    case 'linear':
      return { family: 'linear' };
    case 'mlp':
      return { family: 'mlp', hidden: output.widths, activation: output.activation };
    case 'cnn':
      return { family: 'cnn', filters: output.filters, units: output.units };
    case 'layers':
      return { family: 'layers', layers: layersOfRows(readRowsText(output.ownLayers)!) };
    case 'gpt': {
      const { layers, channels, heads, context, dropout } = output;
      const tied = before.family === 'gpt' ? before.tied : true;
      return { family: 'gpt', layers, channels, heads, context, dropout, tied };
    }
    default:
      return output.family satisfies never;
  }
}

/** A model that no form made stays as it is while its fields do not change. */
function isSame(output: Output, preset: RunConfig): boolean {
  const before = choiceOf(preset.model);
  const { loss } = preset.model;
  if (loss !== 'softmax-cross-entropy' && loss !== output.loss) return false;
  return JSON.stringify(modelChoice(output, preset)) === JSON.stringify(before);
}

/** A text cut into windows of the model's context, with about as many tokens as before. */
function inContext(data: DataChoice, context: number): DataChoice {
  if (data.kind === 'text') return inWindows(data, context);
  if (data.kind !== 'stories' || data.context === context) return data;
  const examples = Math.ceil((data.examples * strideOf(data.context)) / strideOf(context));
  return { ...data, context, examples: Math.min(1_000_000, Math.max(10, examples)) };
}

/** The number that the preset holds out, unless its data was replaced. */
function heldOut(data: DataChoice, preset: RunConfig | undefined): number {
  const isText = data.kind === 'text' || data.kind === 'stories';
  const most = preset?.validationExamples ?? (isText ? 128 : 2000);
  return Math.min(most, Math.floor(data.examples / 5));
}

/** The largest divisor of `whole` that is at most `limit`, so that localBatch is a whole number of micro-batches. */
export function largestDivisor(whole: number, limit: number): number {
  for (let size = Math.min(whole, Math.max(1, limit)); size > 1; size--) if (whole % size === 0) return size;
  return 1;
}
