// Compares the soak's whole history with itself as it arrives (S1, S2). Within a lineage and run, one step has one
// digest and one list of contributions in all reports, and no step is missing. Pure, and bounded: it keeps the newest
// steps of each lineage.
import type { SoakStep } from './soak-messages';

interface Stream {
  /** step → its first report, and the reporter. */
  readonly reports: Map<number, { readonly text: string; readonly by: string }>;
  first: number;
  last: number;
  /** All steps from `first` to here were reported. */
  wholeTo: number;
  /** The time since which a later step than the next one is known. */
  gapSinceMs: number | undefined;
}

const keptSteps = 20_000;
const keptStreams = 100;
/** Reports come from many processes, ten times a second. This long after a later step, a missing step counts as
 *  missing. */
const gapMs = 20_000;

export class SoakLedger {
  readonly #streams = new Map<string, Stream>();
  readonly #lineages = new Set<string>();
  /** Different committed steps. */
  commits = 0;
  /** Reports compared with an earlier one of the same step. */
  comparisons = 0;
  lastCommitMs: number | undefined;
  worstGapMs = 0;

  get lineages(): number {
    return this.#lineages.size;
  }

  /** Returns the violation, if any. */
  report(by: string, steps: readonly SoakStep[], nowMs: number): string | undefined {
    for (const step of steps) {
      const problem = this.#take(by, step, nowMs);
      if (problem) return problem;
    }
    return undefined;
  }

  /** Finds a step that nobody reported although later ones were reported long ago. */
  missing(nowMs: number): string | undefined {
    for (const [name, { wholeTo, last, gapSinceMs }] of this.#streams)
      if (gapSinceMs !== undefined && nowMs - gapSinceMs > gapMs)
        return `S1 ${name}: nobody reported step ${wholeTo + 1}, and step ${last} is committed`;
    return undefined;
  }

  #take(by: string, step: SoakStep, nowMs: number): string | undefined {
    const { lineage, run, digests, ...rest } = step;
    const name = `${lineage}/${run}`;
    const { digest, contributions, effectiveBatch } = rest;
    if (Object.values(digests).some((other) => other !== digest))
      return `S1 ${name}/${step.step}: committed by ${by} with digests ${JSON.stringify(digests)}`;
    const sum = Object.values(contributions).reduce((total, count) => total + count, 0);
    if (sum !== effectiveBatch)
      return `S2 ${name}/${step.step}: contributions ${JSON.stringify(contributions)}, batch ${effectiveBatch}`;
    const text = JSON.stringify({ ...rest, contributions: Object.entries(contributions).sort() });
    const stream = this.#stream(name, lineage, step.step);
    const known = stream.reports.get(step.step);
    if (known) {
      this.comparisons++;
      if (known.text === text) return undefined;
      return `S1 ${name}/${step.step}: ${known.by} reports ${known.text}, ${by} reports ${text}`;
    }
    // Older than all kept steps: nothing is left to compare it with.
    if (step.step < stream.last - keptSteps) return undefined;
    stream.reports.set(step.step, { text, by });
    stream.reports.delete(step.step - keptSteps);
    this.#noteCommit(nowMs);
    stream.last = Math.max(stream.last, step.step);
    if (step.step < stream.first) {
      stream.first = step.step;
      stream.wholeTo = step.step;
    }
    const before = stream.wholeTo;
    while (stream.reports.has(stream.wholeTo + 1)) stream.wholeTo++;
    if (stream.wholeTo === stream.last) stream.gapSinceMs = undefined;
    else if (stream.gapSinceMs === undefined || stream.wholeTo !== before) stream.gapSinceMs = nowMs;
    return undefined;
  }

  #noteCommit(nowMs: number): void {
    this.commits++;
    if (this.lastCommitMs !== undefined)
      this.worstGapMs = Math.max(this.worstGapMs, nowMs - this.lastCommitMs);
    this.lastCommitMs = nowMs;
  }

  #stream(name: string, lineage: string, step: number): Stream {
    let stream = this.#streams.get(name);
    if (!stream) {
      stream = { reports: new Map(), first: step, last: step, wholeTo: step, gapSinceMs: undefined };
      this.#streams.set(name, stream);
      this.#lineages.add(lineage);
      const [oldest] = this.#streams.keys();
      if (this.#streams.size > keptStreams) this.#streams.delete(oldest);
    }
    return stream;
  }
}
