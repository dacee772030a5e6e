// The lines of `npm run bench -- finetune`, from the turns of both. Pure.
import type { FinetuneEngine } from '../../lab/finetune/finetune-job';
import type { FinetuneShape } from '../../lab/finetune/finetune-shapes';

export interface FinetuneTurn {
  /** Each step. */
  readonly ms: readonly number[];
  /** The loss of the last step. */
  readonly loss: number;
  /** Numbers that are trained. */
  readonly adapters: number;
  /** The peak memory of its processes; 0 where it is unknown. */
  readonly peakBytes: number;
  /** Our engine's. */
  readonly device?: string;
}

export interface FinetuneLine {
  readonly name: string;
  /** Tokens a second. */
  readonly ours: number;
  /** Half of PyTorch's on as many threads, where it ran. */
  readonly goal?: number;
  readonly unit: 'tokens/s';
  readonly runs: number;
  readonly parts: Readonly<Record<string, number>>;
}

/** The engine warms up in the first step. */
const warmSteps = 1;

/** `threads` are PyTorch's; `theirs` is empty where it is not installed. Throws where the two did not train equally many numbers. */
export function finetuneLine(
  { title, rows, context }: FinetuneShape,
  { engine, threads }: { readonly engine: FinetuneEngine; readonly threads: number },
  { ours, theirs }: { readonly ours: readonly FinetuneTurn[]; readonly theirs: readonly FinetuneTurn[] },
): FinetuneLine {
  const counts = new Set([...ours, ...theirs].map(({ adapters }) => adapters));
  if (counts.size !== 1) throw new Error(`the systems train ${[...counts].join(' and ')} numbers`);
  const rate = (turns: readonly FinetuneTurn[]): number =>
    (1000 * rows * context) / median(turns.flatMap(({ ms }) => ms.slice(warmSteps)));
  const peak = (turns: readonly FinetuneTurn[]): number =>
    Math.round(Math.max(...turns.map(({ peakBytes }) => peakBytes)) / 2 ** 20);
  const [own, rival] = [rate(ours), rate(theirs)];
  return {
    name: `finetune ${title}, ${rows} × ${context} tokens, ${ours[0].device}`,
    ours: round(own),
    ...(theirs.length > 0 && engine !== 'webgpu' && { goal: round(rival / 2) }),
    unit: 'tokens/s',
    runs: ours.length,
    parts: {
      'numbers trained': [...counts][0],
      'bytes of a sum': 4 * [...counts][0],
      'peak MiB': peak(ours),
      ...(theirs.length > 0 && {
        [`PyTorch, ${threads} ${threads === 1 ? 'thread' : 'threads'}`]: round(rival),
        'PyTorch’s peak MiB': peak(theirs),
        'times as fast': round(own / rival),
      }),
    },
  };
}

export function finetuneText({ name, ours, goal, parts }: FinetuneLine): string {
  const aim = goal === undefined ? 'no goal' : `goal ${goal}`;
  const all = Object.entries(parts).map(([part, value]) => `${part} ${value}`);
  return `${name}: ${ours} tokens/s (${aim}); ${all.join(', ')}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

const round = (value: number): number => Number(value.toPrecision(3));
