// Fetches the sum of one step that this replica missed. Members that still have it are asked one after the other, piece
// by piece (T2). Nothing here can tell whether the sum is genuine. The digest after its update does (J3).
import type { Clock } from '../../base/clock';
import { waitFor, type Wait } from '../../base/deadline';
import type { MemberId } from '../../membership/view';
import type { Frame } from '../../net/frame/frame';
import { maxPiecesPerRequest, sumPhase, sumPieceElements, type StateRequest } from './state-source';
import { CatchUpError, silentMs } from './manifest';

export interface SumFetchOptions {
  /** The digest of the state after the step. */
  readonly digest: string;
  /** Elements. */
  readonly length: number;
  readonly sources: readonly MemberId[];
  readonly request: (to: MemberId, message: StateRequest) => void;
  readonly onProgress: () => void;
  readonly clock: Clock;
}

export class SumFetch {
  /** Rejects with CatchUpError when no source gives it, or at `stop`. */
  readonly done: Promise<Float32Array<ArrayBuffer>>;
  readonly totalBytes: number;
  receivedBytes = 0;
  readonly #sum: Float32Array<ArrayBuffer>;
  readonly #missing: Set<number>;
  readonly #gone = new Set<MemberId>();
  #asked = new Set<number>();
  #source: MemberId | undefined;
  #wait: Wait<void> | undefined;
  #why: string | undefined;

  constructor(private readonly options: SumFetchOptions) {
    this.#sum = new Float32Array(options.length);
    this.totalBytes = this.#sum.byteLength;
    const pieces = Math.ceil(options.length / sumPieceElements);
    this.#missing = new Set(Array.from({ length: pieces }, (_, piece) => piece));
    this.done = this.#run();
    this.done.catch(() => undefined); // the owner looks at it when it is due
  }

  receive(from: MemberId, { phase, segment: piece, payload }: Frame): void {
    if (phase !== sumPhase || from !== this.#source || !this.#asked.has(piece)) return;
    const start = piece * sumPieceElements;
    const part = this.#sum.subarray(start, start + sumPieceElements);
    if (payload.byteLength !== part.byteLength)
      return this.#wait?.reject(new CatchUpError(`${from} sent a piece of another length`));
    new Uint8Array(part.buffer, part.byteOffset, part.byteLength).set(payload);
    this.#asked.delete(piece);
    this.#missing.delete(piece);
    this.receivedBytes += payload.byteLength;
    this.#wait?.progress();
    if (this.#missing.size === 0) this.#wait?.settle();
    else this.#ask();
    this.options.onProgress();
  }

  get source(): MemberId | undefined {
    return this.#source;
  }

  /** It has no such sum, or its link closed. */
  drop(from: MemberId, why: string): void {
    this.#gone.add(from);
    if (from === this.#source) this.#wait?.reject(new CatchUpError(`${from} ${why}`));
  }

  stop(why: string): void {
    this.#why ??= why;
    this.#wait?.reject(new CatchUpError(why));
  }

  async #run(): Promise<Float32Array<ArrayBuffer>> {
    let problem = 'no linked member has the sum';
    await Promise.resolve(); // its owner can stop it before it asks
    for (const source of this.options.sources) {
      if (this.#why !== undefined) break;
      if (this.#gone.has(source)) continue;
      this.#source = source;
      this.#asked = new Set();
      this.#wait = waitFor<void>(this.options.clock, silentMs, `the sum from ${source}`);
      this.#ask();
      try {
        await this.#wait.promise;
        return this.#sum;
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
    }
    throw new CatchUpError(this.#why ?? problem);
  }

  /** Half of what may be asked for is always under way. */
  #ask(): void {
    const { digest, request } = this.options;
    if (this.#source === undefined || this.#asked.size > maxPiecesPerRequest / 2) return;
    const pieces: number[] = [];
    for (const piece of this.#missing) {
      if (this.#asked.size === maxPiecesPerRequest) break;
      if (this.#asked.has(piece)) continue;
      this.#asked.add(piece);
      pieces.push(piece);
    }
    if (pieces.length > 0) request(this.#source, { kind: 'sum', digest, pieces });
  }
}
