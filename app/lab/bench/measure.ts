// Medians of warmed runs, taken in turns (ours, jax-js, tfjs, ours, …), so that a noisy machine affects all in the same
// way. A contender that fails keeps its error and drops out; the others go on.

export interface Timed {
  readonly name: string;
  run(): Promise<void>;
}

export type Timing = { readonly medianMs: number; readonly runs: number } | { readonly error: string };

const leastRuns = 3;
const mostRuns = 15;
/** The time for one case, all contenders together. */
const budgetMs = 20_000;

/** `runs` fixes the number of runs; otherwise as many as the budget allows, at least 3. */
export async function measureInTurns(timed: readonly Timed[], runs?: number): Promise<Map<string, Timing>> {
  const times = new Map(timed.map(({ name }) => [name, [] as number[]]));
  const errors = new Map<string, string>();
  const round = async (isWarmUp: boolean): Promise<void> => {
    for (const { name, run } of timed) {
      if (errors.has(name)) continue;
      try {
        const start = performance.now();
        await run();
        if (!isWarmUp) times.get(name)!.push(performance.now() - start);
      } catch (error) {
        errors.set(name, messageOf(error));
      }
    }
  };
  await round(true);
  const start = performance.now();
  for (let done = 0; done < (runs ?? mostRuns); done++) {
    if (runs === undefined && done >= leastRuns && performance.now() - start > budgetMs) break;
    await round(false);
  }
  return new Map(
    timed.map(({ name }): [string, Timing] => {
      const error = errors.get(name);
      if (error !== undefined) return [name, { error }];
      const sorted = times.get(name)!.sort((a, b) => a - b);
      return [name, { medianMs: median(sorted), runs: sorted.length }];
    }),
  );
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
