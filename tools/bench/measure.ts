// Medians of warmed runs, taken in turns (ours, jax-js, tfjs, ours, …), so that a noisy machine affects all in the same
// way. A system that fails keeps its error and drops out; the others continue.

export interface Timed {
  readonly name: string;
  /** `repeats` runs without a pause: ms of one. */
  run(repeats: number): Promise<number>;
}

export type Timing = { readonly medianMs: number; readonly turns: number } | { readonly error: string };

const leastTurns = 3;
const mostTurns = 15;
/** The time for one case, all systems together. */
const budgetMs = 30_000;
/** A turn of a fast system repeats its run for about so long: a page's clock ticks every 0.1 ms. */
const turnMs = 50;
const mostRepeats = 500;
/** One warm-up is enough for a run that takes longer, and it is never repeated within a turn. */
const slowMs = 1000;

/** `turns` fixes the number of turns; otherwise as many as the budget allows, at least 3. */
export async function measureInTurns(
  timed: readonly Timed[],
  turns?: number,
  now: () => number = () => performance.now(),
): Promise<Map<string, Timing>> {
  const repeats = new Map<string, number>();
  const times = new Map(timed.map(({ name }) => [name, [] as number[]]));
  const errors = new Map<string, string>();
  const round = async (receive: (name: string, ms: number) => void, all = timed): Promise<void> => {
    for (const { name, run } of all)
      if (!errors.has(name))
        try {
          receive(name, await run(repeats.get(name) ?? 1));
        } catch (error) {
          errors.set(name, (error as Error).message);
        }
  };
  const quick = new Set<string>();
  const aim = (name: string, ms: number): void => {
    if (ms < slowMs) quick.add(name);
    const wanted = ms > 0 ? Math.round(turnMs / ms) : mostRepeats;
    repeats.set(name, Math.min(mostRepeats, Math.max(1, wanted)));
  };
  await round(aim);
  await round(
    aim, // again: a first run may be slow
    timed.filter(({ name }) => quick.has(name)),
  );
  const start = now();
  for (let done = 0; done < (turns ?? mostTurns); done++) {
    if (turns === undefined && done >= leastTurns && now() - start > budgetMs) break;
    await round((name, ms) => times.get(name)!.push(ms));
  }
  return new Map(
    timed.map(({ name }): [string, Timing] => {
      const error = errors.get(name);
      if (error !== undefined) return [name, { error }];
      const sorted = times.get(name)!.sort((a, b) => a - b);
      return [name, { medianMs: median(sorted), turns: sorted.length }];
    }),
  );
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
