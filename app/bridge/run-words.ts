// A run in words: its data, model and optimizer, and how one run differs from another.
import type { DataChoice, ModelSpec, OptimizerConfig, PointSet, RunConfig } from '../../src/replica/protocol';
import { formatCount, formatValue } from './format';

const pointSets: Readonly<Record<PointSet, string>> = {
  moons: 'Two moons',
  spirals: 'Two spirals',
  circles: 'Circles',
  xor: 'XOR',
};

export function dataWords(data: DataChoice): string {
  switch (data.kind) {
    case 'points':
      return pointSets[data.set];
    case 'digits':
      return 'Drawn digits';
    case 'idx':
      return `Files: ${data.name}`;
    default:
      return data satisfies never;
  }
}

/** 'MLP 784 – 128 – 64 – 10', 'Linear 2 – 2'. */
export function modelWords({ inputShape, layers }: ModelSpec): string {
  const inputs = inputShape.reduce((product, size) => product * size, 1);
  const kind = layers.length === 1 ? 'Linear' : 'MLP';
  return `${kind} ${[inputs, ...layers.flatMap((layer) => (layer.kind === 'dense' ? [layer.units] : []))].join(' – ')}`;
}

export function optimizerWords({ kind }: OptimizerConfig): string {
  switch (kind) {
    case 'adamw':
      return 'AdamW';
    case 'momentum':
      return 'SGD with momentum';
    case 'sgd':
      return 'SGD';
    case 'lars':
      return 'LARS';
    case 'lamb':
      return 'LAMB';
    default:
      return kind satisfies never;
  }
}

/** What `before` had that `now` has not: 'learning rate 0.01, batch 64'. 'the same settings' when nothing differs. */
export function earlierWords(before: RunConfig, now: RunConfig): string {
  const parts: [words: string, isOther: boolean][] = [
    [dataWords(before.data), !isSame(before.data, now.data)],
    [modelWords(before.model), !isSame(before.model, now.model)],
    [optimizerWords(before.optimizer), !isSame(before.optimizer, now.optimizer)],
    [`learning rate ${formatValue(before.learningRate)}`, before.learningRate !== now.learningRate],
    [`batch ${formatCount(before.localBatch)} each`, before.localBatch !== now.localBatch],
    [`seed ${before.seed}`, before.seed !== now.seed],
  ];
  const words = parts.filter(([, isOther]) => isOther).map(([text]) => text);
  return words.length > 0 ? words.join(', ') : 'the same settings';
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
