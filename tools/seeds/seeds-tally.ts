// The sums over all seeded lives of one `npm run test:seeds`, and its report.
import { mostStranded } from '../../src/train/testing/life';
import type { SeedLife } from './seeds-worker';

const shownFailures = 20;

export class SeedsTally {
  lives = 0;
  readonly failures: { readonly seed: number; readonly life: SeedLife }[] = [];
  readonly #sums = {
    commits: 0,
    retries: 0,
    catchUps: 0,
    views: 0,
    stranded: 0,
    forked: 0,
    rerouted: 0,
    changedWays: 0,
    grouped: 0,
    groupedSteps: 0,
    cpuMs: 0,
  };
  /** Fault → lives in which it happened. */
  readonly #faults = new Map<string, number>();
  /** Most members at once → number of lives, and their CPU time. */
  readonly #sizes = new Map<number, { lives: number; cpuMs: number }>();
  readonly #startedMs = performance.now();

  add(seed: number, life: SeedLife): void {
    this.lives++;
    const { failure, counts, commits, retries, catchUps, views, lineages, mostMembers, cpuMs } = life;
    if (failure !== undefined) {
      this.failures.push({ seed, life });
      console.error(`seed ${seed} FAILED: ${failure}`);
    }
    const sums = this.#sums;
    sums.commits += commits;
    sums.retries += retries;
    sums.catchUps += catchUps;
    sums.views += views;
    sums.cpuMs += cpuMs;
    sums.stranded += life.isStranded ? 1 : 0;
    sums.forked += lineages > 1 ? 1 : 0;
    sums.rerouted += life.changedWays > 0 ? 1 : 0;
    sums.changedWays += life.changedWays;
    sums.grouped += life.groupedSteps > 0 ? 1 : 0;
    sums.groupedSteps += life.groupedSteps;
    for (const [name, count] of Object.entries(counts))
      if (count > 0) this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
    const size = this.#sizes.get(mostMembers) ?? { lives: 0, cpuMs: 0 };
    this.#sizes.set(mostMembers, { lives: size.lives + 1, cpuMs: size.cpuMs + cpuMs });
  }

  get hasTooManyStranded(): boolean {
    return this.#sums.stranded > mostStranded(this.lives);
  }

  line(): string {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const { cpuMs } = this.#sums;
    return (
      `${this.lives} lives in ${seconds.toFixed(0)} s (${(this.lives / seconds).toFixed(1)}/s, ` +
      `${(cpuMs / Math.max(1, this.lives)).toFixed(0)} ms of a core each), ${this.failures.length} failed`
    );
  }

  report(from: number): string {
    const {
      commits,
      retries,
      catchUps,
      views,
      stranded,
      forked,
      rerouted,
      changedWays,
      grouped,
      groupedSteps,
    } = this.#sums;
    const faults = [...this.#faults].sort().map(([name, lives]) => `${name} ${lives}`);
    const sizes = [...this.#sizes]
      .sort(([a], [b]) => a - b)
      .map(([size, { lives, cpuMs }]) => `${size}: ${lives} (${(cpuMs / lives / 1000).toFixed(2)} s each)`);
    return [
      this.line(),
      `seeds ${from} to ${from + this.lives - 1}: ${commits} committed steps, ${retries} retries, ${catchUps} catch-ups, ${views} views installed,`,
      `${forked} lives with more than one lineage, ${stranded} that ended without a quorum (at most ${mostStranded(this.lives)} may)`,
      `lives in which measurement changed the way of sums: ${rerouted}, ${changedWays} times`,
      `lives with sums within machines first: ${grouped}, ${groupedSteps} steps`,
      `lives with a fault: ${faults.join(', ')}`,
      `lives by their most members: ${sizes.join(', ')}`,
      ...this.failures
        .slice(0, shownFailures)
        .map(({ seed, life }) => `\nseed ${seed}: ${life.failure}\n${life.details}`),
    ].join('\n');
  }
}
