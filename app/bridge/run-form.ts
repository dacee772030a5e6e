// The run as a form: every field validated, every problem a sentence beside its field. A valid form plus the preset
// it began from is a RunConfig.
import * as v from 'valibot';
import type { DataChoice, OptimizerConfig, RunConfig } from '../../src/replica/protocol';

const number = (label: string, low: number, high: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(`${label} is missing.`),
    v.transform(Number),
    v.number(`${label} is not a number.`),
    v.minValue(low, `${label} is at least ${low}.`),
    v.maxValue(high, `${label} is at most ${high.toLocaleString('en-US')}.`),
  );
const whole = (label: string, low: number, high: number) =>
  v.pipe(number(label, low, high), v.integer(`${label} is a whole number.`));

const widths = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^$|^\d{1,4}(\s*[, ]\s*\d{1,4})*$/, 'Widths are whole numbers with commas between: 64, 64.'),
  v.transform((text) => (text === '' ? [] : text.split(/[\s,]+/).map(Number))),
  v.maxLength(6, 'At most 6 hidden layers.'),
  v.check((list) => list.every((width) => width >= 1 && width <= 2048), 'Each width is 1 to 2,048.'),
);

const schema = v.object({
  widths,
  activation: v.picklist(['relu', 'tanh', 'gelu']),
  localBatch: whole('Batch', 1, 4096),
  optimizer: v.picklist(['sgd', 'momentum', 'adamw', 'lars', 'lamb']),
  learningRate: v.pipe(
    number('Learning rate', 0, 100),
    v.check((rate) => rate > 0, 'Learning rate is above 0.'),
  ),
  steps: whole('Steps', 1, 1_000_000),
  evaluateEvery: whole('Validation interval', 0, 100_000),
  seed: whole('Seed', 0, 4_294_967_295),
});

export type RunForm = v.InferInput<typeof schema>;
export type RunFormProblems = Partial<Record<keyof RunForm, string>>;

export function formOf(config: RunConfig): RunForm {
  const hidden = config.model.layers.slice(0, -1).filter((layer) => layer.kind === 'dense');
  const activation = hidden[0]?.activation;
  return {
    widths: hidden.map((layer) => layer.units).join(', '),
    activation: activation === undefined || activation === 'none' ? 'relu' : activation,
    localBatch: String(config.localBatch),
    optimizer: config.optimizer.kind,
    learningRate: String(config.learningRate),
    steps: String(config.steps),
    evaluateEvery: String(config.evaluateEvery),
    seed: String(config.seed),
  };
}

export type RunFormResult =
  | { readonly ok: true; readonly config: RunConfig }
  | { readonly ok: false; readonly problems: RunFormProblems };

/** `data` replaces the preset's, when the user chose files of their own. */
export function configOf(form: RunForm, preset: RunConfig, data: DataChoice = preset.data): RunFormResult {
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
  const classes =
    data.kind === 'idx'
      ? data.classes
      : (preset.model.layers.findLast((layer) => layer.kind === 'dense')?.units ?? 2);
  const inputShape = data.kind === 'idx' ? data.inputShape : preset.model.inputShape;
  return {
    ok: true,
    config: {
      ...preset,
      model: {
        ...preset.model,
        inputShape,
        layers: [
          ...output.widths.map((units) => ({ kind: 'dense' as const, units, activation: output.activation })),
          { kind: 'dense', units: classes, activation: 'none' },
        ],
      },
      data,
      validationExamples:
        data.kind === 'idx' ? Math.min(2000, Math.floor(data.examples / 5)) : preset.validationExamples,
      localBatch: output.localBatch,
      microBatch: largestDivisor(output.localBatch, preset.microBatch),
      optimizer: optimizerOf(output.optimizer, preset.optimizer),
      learningRate: output.learningRate,
      steps: output.steps,
      evaluateEvery: output.evaluateEvery,
      seed: output.seed,
    },
  };
}

/** The preset's own settings when it is of that kind, else the usual ones. */
export function optimizerOf(kind: OptimizerConfig['kind'], preset: OptimizerConfig): OptimizerConfig {
  if (kind === preset.kind) return preset;
  switch (kind) {
    case 'sgd':
      return { kind };
    case 'momentum':
      return { kind, momentum: 0.9, nesterov: false };
    case 'adamw':
      return { kind, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 };
    case 'lars':
      return { kind, momentum: 0.9, weightDecay: 1e-4, trustCoefficient: 0.001, epsilon: 1e-9 };
    case 'lamb':
      return { kind, beta1: 0.9, beta2: 0.999, epsilon: 1e-6, weightDecay: 0.01 };
    default:
      return kind satisfies never;
  }
}

/** The largest divisor of `whole` that is at most `limit`: localBatch is a whole number of micro-batches. */
export function largestDivisor(whole: number, limit: number): number {
  for (let size = Math.min(whole, Math.max(1, limit)); size > 1; size--) if (whole % size === 0) return size;
  return 1;
}
