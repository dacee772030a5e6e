// Where two states differ: the first difference, with both values, for messages of tests. Values are compared bit for
// bit: two NaN are equal, 0 and −0 are not.
import type { TrainState } from '../../optim/state/train-state';
import type { VersionedState } from '../state/versioned-state';

/** The first difference of decisions, by key, then of tensors, by index. Undefined: they are equal. */
export function stateDifference(
  a: Pick<VersionedState, 'state' | 'tensors'>,
  b: Pick<VersionedState, 'state' | 'tensors'>,
): string | undefined {
  return jsonDifference(a.state, b.state) ?? tensorDifference(a.tensors, b.tensors);
}

export function tensorDifference(a: TrainState, b: TrainState): string | undefined {
  if (a.step !== b.step) return `step: ${a.step} and ${b.step}`;
  const lists = (of: TrainState): readonly (readonly [string, ArrayLike<number>])[] => [
    ['parameters', of.parameters],
    ...of.vectors.map((vector, i) => [`vectors[${i}]`, vector] as const),
    ['scalars', of.scalars],
  ];
  const [ofA, ofB] = [lists(a), lists(b)];
  if (ofA.length !== ofB.length) return `vectors: ${a.vectors.length} and ${b.vectors.length} of them`;
  for (const [i, [name, values]] of ofA.entries()) {
    const [, others] = ofB[i];
    if (values.length !== others.length) return `${name}: ${values.length} and ${others.length} elements`;
    for (let at = 0; at < values.length; at++)
      if (!Object.is(values[at], others[at]))
        return `${name}[${at}]: ${text(values[at])} and ${text(others[at])}`;
  }
  return undefined;
}

/** The first difference of two JSON values, keys in order: `plan.shards.0.count: 8 and 7`. */
export function jsonDifference(a: unknown, b: unknown, path = ''): string | undefined {
  if (isNode(a) && isNode(b) && Array.isArray(a) === Array.isArray(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(inOrder);
    for (const key of keys) {
      const difference = jsonDifference(a[key], b[key], path === '' ? key : `${path}.${key}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  return Object.is(a, b) ? undefined : `${path || 'the whole'}: ${text(a)} and ${text(b)}`;
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Indices of a list by number. */
function inOrder(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : 1);
}

function text(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'number' ? (Object.is(value, -0) ? '-0' : String(value)) : JSON.stringify(value);
}
