// The owner's end of a SIMD engine's compute threads: starts them, passes one call at a time to the leader, and notices
// when a thread dies or says nothing.
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { EngineError, type Bucket, type LossSums } from '../engine';
import type { TeamShare } from './team';
import type { ComputeRequest, FromComputeThread, HelperJob, ToComputeThread } from './thread-messages';

/** A Worker of a browser or of Node. */
export interface ComputeThread {
  post(message: ToComputeThread, transfer?: Transferable[]): void;
  terminate(): void;
}

export interface ThreadEvents {
  message(message: FromComputeThread): void;
  /** The thread could not be loaded, threw or ended. */
  failed(why: string): void;
}

export type SpawnThread = (name: string, events: ThreadEvents) => ComputeThread;

export interface CallEvents {
  readonly onBucket: (bucket: Bucket, values: Float32Array | undefined) => void;
}

/** Loading a Worker's script takes up to a few seconds on a slow phone; in Node the sources are compiled too. */
const startMs = 30_000;
/** A leader says that a call continues after every micro-batch, and the slowest takes seconds. Silence is counted in
 *  slices, so a suspended device is not taken for a lost one. */
const sliceMs = 10_000;
const silentSlices = 6;

interface Pending {
  readonly events: CallEvents;
  readonly resolve: (result: LossSums | Float32Array) => void;
  readonly reject: (error: EngineError) => void;
}

interface NextHelpers {
  readonly threads: readonly ComputeThread[];
  /** Ends the wait for them. */
  readonly end: (error: EngineError) => void;
}

export class ComputeThreads {
  /** Resolves when a thread was lost. */
  readonly lost: Promise<EngineError>;
  readonly #clock: Clock;
  readonly #spawn: SpawnThread;
  /** The leader first. */
  readonly #threads: ComputeThread[] = [];
  #resolveLost!: (error: EngineError) => void;
  #ended: EngineError | undefined;
  #waitsForReady: number;
  #started!: { readonly resolve: () => void; readonly reject: (error: EngineError) => void };
  #pending: Pending | undefined;
  #cancelWatch = (): void => undefined;
  #calls = 0;
  /** The helpers of another team, which does not compute yet. */
  #next: NextHelpers | undefined;

  private constructor(jobs: readonly ToComputeThread[], spawn: SpawnThread, clock: Clock) {
    this.#clock = clock;
    this.#spawn = spawn;
    this.lost = new Promise((resolve) => (this.#resolveLost = resolve));
    this.#waitsForReady = jobs.length;
    for (const [index, job] of jobs.entries()) {
      const name = index === 0 ? 'compute' : `compute helper ${index}`;
      let thread: ComputeThread | undefined;
      const failed = (why: string): void => {
        if (!thread || this.#threads.includes(thread)) this.#loseThread(name, why); // not one that was replaced
      };
      try {
        const message = (said: FromComputeThread): void => {
          if (thread && this.#threads.includes(thread)) this.#receive(said);
        };
        thread = spawn(name, { message, failed });
        this.#threads.push(thread);
        thread.post(job);
      } catch (error) {
        failed((error as Error).message);
      }
    }
  }

  /** Gives one job to one thread each: the leader's first. Rejects with EngineError when one does not start. */
  static async start(
    jobs: readonly ToComputeThread[],
    spawn: SpawnThread,
    clock: Clock,
  ): Promise<ComputeThreads> {
    const threads = new ComputeThreads(jobs, spawn, clock);
    await new Promise<void>((resolve, reject) => {
      threads.#started = { resolve, reject };
      const late = `a compute thread did not start in ${startMs / 1000} s`;
      threads.#cancelWatch = clock.after(startMs, () => threads.#lose(new EngineError('device-lost', late)));
      if (threads.#ended) reject(threads.#ended);
    });
    return threads;
  }

  /** Starts helpers of another team, beside those of now. Rejects with EngineError when one does not start: then none of
   *  them lives, and the team of now continues. One start at a time. */
  async startHelpers(jobs: readonly HelperJob[]): Promise<void> {
    const wait = waitFor<void>(this.#clock, startMs, 'more compute threads');
    const threads: ComputeThread[] = [];
    const next: NextHelpers = { threads, end: wait.reject };
    this.#next = next;
    let waitsForReady = jobs.length;
    try {
      for (const [index, job] of jobs.entries()) {
        const name = `compute helper ${index + 1}`;
        let thread: ComputeThread | undefined = undefined;
        const failed = (why: string): void => {
          if (thread && this.#threads.includes(thread)) return this.#loseThread(name, why);
          wait.reject(new EngineError('device-lost', why));
          if (this.#next === next) this.dropHelpers();
        };
        const message = (said: FromComputeThread): void => {
          if (said.kind === 'failed') failed(said.message);
          else if (said.kind === 'ready' && --waitsForReady === 0) wait.settle();
        };
        thread = this.#spawn(name, { message, failed });
        threads.push(thread);
        thread.post(job);
      }
      await wait.promise;
    } catch (error) {
      wait.reject(error as Error); // no timer is left
      if (this.#next === next) this.dropHelpers();
      throw error instanceof EngineError ? error : new EngineError('device-lost', (error as Error).message);
    }
  }

  /** Ends the helpers that `startHelpers` started, or is starting. */
  dropHelpers(): void {
    const next = this.#next;
    this.#next = undefined;
    if (!next) return;
    next.end(new EngineError('aborted', 'these helpers are no longer wanted'));
    for (const thread of next.threads) thread.terminate();
  }

  /** Changes the team between two calls: from now on the leader leads the helpers that `startHelpers` started; a team
   *  of one has none. Those before hold no share of a step, and end. False: the new ones have died meanwhile, and all
   *  stays as it is. */
  changeTeam(share: Omit<TeamShare, 'steps'>): boolean {
    if (this.#ended || (share.threads > 1 && !this.#next)) return false;
    for (const thread of this.#threads.splice(1)) thread.terminate();
    this.#threads.push(...(this.#next?.threads ?? []));
    this.#next = undefined;
    this.tell({ kind: 'team', share });
    return true;
  }

  /** The number that the next call will have. */
  get nextCall(): number {
    return this.#calls + 1;
  }

  /** One call at a time. */
  call(
    request: ComputeRequest,
    transfer: Transferable[],
    events: CallEvents = { onBucket: () => undefined },
  ): Promise<LossSums | Float32Array> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#pending = { events, resolve, reject };
      this.#watch(silentSlices);
      this.tell({ kind: 'request', call: ++this.#calls, request }, transfer);
    });
  }

  /** A message to the leader that has no answer. */
  tell(message: ToComputeThread, transfer: Transferable[] = []): void {
    if (!this.#ended) this.#threads[0].post(message, transfer);
  }

  terminate(): void {
    this.#end(new EngineError('aborted', 'the engine was destroyed'));
  }

  #receive(message: FromComputeThread): void {
    if (this.#ended) return;
    switch (message.kind) {
      case 'ready':
        if (--this.#waitsForReady > 0) return;
        this.#cancelWatch();
        return this.#started.resolve();
      case 'progress':
        return this.#watch(silentSlices);
      case 'bucket':
        this.#watch(silentSlices);
        return this.#pending?.events.onBucket(message.bucket, message.values);
      case 'done':
        return this.#settle(({ resolve }) => resolve(message.result));
      case 'failed': {
        const error = new EngineError(message.code, message.message);
        if (this.#waitsForReady > 0 || message.code === 'device-lost') return this.#lose(error);
        return this.#settle(({ reject }) => reject(error));
      }
      default:
        message satisfies never;
    }
  }

  #settle(settle: (pending: Pending) => void): void {
    this.#cancelWatch();
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) settle(pending);
  }

  #watch(slicesLeft: number): void {
    this.#cancelWatch();
    this.#cancelWatch = this.#clock.after(sliceMs, () => {
      if (slicesLeft > 1) return this.#watch(slicesLeft - 1);
      const silentS = (sliceMs * silentSlices) / 1000;
      this.#lose(new EngineError('device-lost', `the compute thread said nothing for ${silentS} s`));
    });
  }

  #loseThread(name: string, why: string): void {
    this.#lose(new EngineError('device-lost', `the thread ‘${name}’ ended: ${why}`));
  }

  #lose(error: EngineError): void {
    if (this.#ended) return;
    this.#end(error);
    this.#resolveLost(error);
  }

  #end(error: EngineError): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#cancelWatch();
    for (const thread of this.#threads) thread.terminate();
    this.#started?.reject(error);
    this.dropHelpers();
    this.#settle(({ reject }) => reject(error));
  }
}
