// How many replicas compute on this device: those of all tabs and windows of this origin. Each replica's Worker holds a
// Web Lock of its own while it lives; the browser frees the lock of a Worker that ends in any way. Where there are no
// locks (Node, a page over plain http), only the replicas of this page are known.
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { replicaLock, replicaLockPrefix as prefix, whenReplicaEnds } from '../../net/tabs/replica-lock';

/** The browser answers within milliseconds. Without an answer the last count holds. */
const answerMs = 250;
/** A tab that opens needs longer to load. */
const watchEveryMs = 2_000;

export class DeviceReplicas {
  #others: number;
  #isHere = true;
  #cancelWatch = (): void => undefined;
  #ids: readonly string[] = [];
  #leave!: () => void;
  readonly #left = new Promise<void>((resolve) => (this.#leave = resolve));

  constructor(
    readonly locks: LockManager | undefined,
    /** Names this replica among all. */
    readonly self: string,
    /** Replicas of this page, this one among them. */
    readonly onThisPage: number,
    readonly clock: Clock,
  ) {
    this.#others = onThisPage - 1;
  }

  /** Others count this replica from now until `leave`, or until this thread ends. */
  join(): void {
    // A page that may have no locks is counted by nobody.
    this.locks?.request(replicaLock(this.self), () => this.#left).catch(() => undefined);
  }

  /** Runs `onGone` once that replica of this browser has ended. The returned function stops waiting. */
  whenEnds(replica: string, onGone: () => void): () => void {
    return this.locks ? whenReplicaEnds(this.locks, replica, this.clock, onGone) : () => undefined;
  }

  leave(): void {
    this.#isHere = false;
    this.#cancelWatch();
    this.#leave();
  }

  /** Counts again every two seconds until `leave`: replicas of other tabs come and go. */
  watch(): void {
    if (!this.locks) return;
    this.#cancelWatch = this.clock.after(watchEveryMs, () => {
      void this.look().then(() => this.#isHere && this.watch());
    });
  }

  /** The count by the last `look`, this replica among them. */
  get count(): number {
    return 1 + this.#others;
  }

  /** Names of the others that hold a lock, by the last `look`: of every room. */
  get others(): readonly string[] {
    return this.#ids;
  }

  /** No other replica is on this device now. Never where others could not be seen. */
  async isAlone(): Promise<boolean> {
    if (!this.locks) return false;
    await this.look();
    return this.count === 1;
  }

  /** Counts again. Never rejects. */
  async look(): Promise<void> {
    if (!this.locks) return;
    const wait = waitFor<LockManagerSnapshot>(this.clock, answerMs, 'the browser’s locks');
    this.locks.query().then(wait.settle, wait.reject);
    try {
      const { held = [], pending = [] } = await wait.promise;
      const names = new Set([...held, ...pending].map(({ name = '' }) => name));
      names.delete(replicaLock(this.self));
      this.#ids = [...names]
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length));
      this.#others = Math.max(this.onThisPage - 1, this.#ids.length);
    } catch {
      // refused, or no answer in time
    }
  }
}
