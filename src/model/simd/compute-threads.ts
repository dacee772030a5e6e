// The owner's end of a SIMD engine's compute threads: starts them, passes one call at a time to the leader, and notices
// when a thread dies or says nothing.
import type { Clock } from '../../base/clock';
import { EngineError, type Bucket, type LossSums } from '../engine';
import type { ComputeRequest, FromComputeThread, ToComputeThread } from './thread-messages';

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
/** A leader says that a call goes on after every micro-batch, and the slowest takes seconds. Silence is counted in
 *  slices, so a suspended device is not taken for a lost one. */
const sliceMs = 10_000;
const silentSlices = 6;

interface Pending {
  readonly events: CallEvents;
  readonly resolve: (result: LossSums | Float32Array) => void;
  readonly reject: (error: EngineError) => void;
}

export class ComputeThreads {
  /** Resolves when a thread was lost. */
  readonly lost: Promise<EngineError>;
  readonly #clock: Clock;
  readonly #threads: ComputeThread[] = [];
  #resolveLost!: (error: EngineError) => void;
  #ended: EngineError | undefined;
  #waitsForReady: number;
  #started!: { readonly resolve: () => void; readonly reject: (error: EngineError) => void };
  #pending: Pending | undefined;
  #cancelWatch = (): void => undefined;
  #calls = 0;

  private constructor(jobs: readonly ToComputeThread[], spawn: SpawnThread, clock: Clock) {
    this.#clock = clock;
    this.lost = new Promise((resolve) => (this.#resolveLost = resolve));
    this.#waitsForReady = jobs.length;
    for (const [index, job] of jobs.entries()) {
      const name = index === 0 ? 'compute' : `compute helper ${index}`;
      const failed = (why: string): void =>
        this.#lose(new EngineError('device-lost', `the thread ‘${name}’ ended: ${why}`));
      try {
        const thread = spawn(name, { message: (message) => this.#receive(message), failed });
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
    this.#settle(({ reject }) => reject(error));
  }
}
