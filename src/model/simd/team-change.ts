// The number of threads of an engine that runs follows its share of the device's cores: another tab's replica comes or goes.
// Helpers of the new team start beside the team that computes, and take over between two gradients. The bits stay the same
// (E6): all teams compute in one memory, by the same steps.
import type { Saying } from '../../base/sayings';
import type { ComputeThreads } from './compute-threads';
import type { TeamShare } from './team';
import type { ThreadChoice } from './thread-count';
import type { HelperJob } from './thread-messages';

/** One team over the engine's memory. */
export interface TeamJobs {
  readonly leader: Omit<TeamShare, 'steps'>;
  /** One less than its threads. */
  readonly helpers: readonly HelperJob[];
}

export interface TeamSize {
  readonly threads: number;
  /** The reason for people. */
  readonly why: Saying | undefined;
}

export class TeamChange {
  #now: TeamSize;
  #jobs: TeamJobs;
  /** A team whose helpers have started, or are starting. */
  #next: { readonly threads: number; readonly jobs: TeamJobs; isReady: boolean } | undefined;
  /** Helpers for so many threads did not start. They are not asked again before another number was wanted. */
  #failed: number | undefined;

  constructor(
    readonly threads: Pick<ComputeThreads, 'startHelpers' | 'dropHelpers' | 'changeTeam'>,
    first: TeamSize,
    firstJobs: TeamJobs,
    readonly jobsOf: (threads: number) => TeamJobs,
    /** The number of threads that the engine should have now. Undefined: always the first. */
    readonly share: (() => ThreadChoice) | undefined,
  ) {
    this.#now = first;
    this.#jobs = firstJobs;
  }

  get now(): TeamSize {
    return this.#now;
  }

  /** The control words of the team that computes. */
  get control(): Int32Array {
    return this.#jobs.leader.control;
  }

  /** Only between two calls of the engine. */
  adapt(): void {
    const wanted = this.share?.();
    if (!wanted) return;
    const { threads } = wanted;
    if (threads !== this.#failed) this.#failed = undefined;
    if (threads === this.#now.threads) {
      this.#now = wanted; // the reason may be another one
      return this.#drop();
    }
    if (this.#failed !== undefined) return;
    if (this.#next?.threads !== threads) {
      this.#drop();
      this.#begin(threads);
    }
    const next = this.#next!;
    if (!next.isReady) return;
    this.#next = undefined;
    if (!this.threads.changeTeam(next.jobs.leader)) {
      this.#failed = threads;
      return;
    }
    this.#jobs = next.jobs;
    this.#now = wanted;
  }

  #begin(threads: number): void {
    const jobs = this.jobsOf(threads);
    const next = { threads, jobs, isReady: jobs.helpers.length === 0 };
    this.#next = next;
    if (next.isReady) return;
    this.threads.startHelpers(jobs.helpers).then(
      () => (next.isReady = true),
      () => {
        if (this.#next !== next) return; // no longer wanted
        this.#next = undefined;
        this.#failed = threads;
      },
    );
  }

  #drop(): void {
    if (!this.#next) return;
    this.#next = undefined;
    this.threads.dropHelpers();
  }
}
