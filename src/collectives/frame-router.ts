// Where bulk reduce frames go: by (lineage, generation, step, bucket) to the collective that waits for them.
// Invariants: every frame is consumed exactly once in the end; what is older is dropped and counted; what is newer,
// or of a step or bucket not yet registered, stays unconsumed, so that the link's credit bounds how much there is.
import type { View } from '../membership/view';
import type { CollectiveKey, ReduceFrame } from './reduce-frame';

/** What the router needs of a collective: RingAllReduce is one. */
export interface Routable {
  readonly key: CollectiveKey;
  readonly done: Promise<void>;
  receive(frame: ReduceFrame): void;
}

export interface RouterCounters {
  /** Of an older generation, a step that is over, a bucket that ended, or a lineage that was left. */
  readonly dropped: number;
  /** Waiting now. */
  readonly parked: number;
  readonly parkedBytes: number;
}

/** Order of attempts within a lineage. */
interface Moment {
  readonly generation: number;
  readonly step: number;
}

export class FrameRouter {
  #view: View | undefined;
  /** Steps before this one are over in the view's generation. */
  #firstStep = 0;
  readonly #active = new Map<string, Routable>();
  /** Buckets of the current view that ended: their late duplicates are dropped, not parked. */
  readonly #ended = new Map<string, Moment>();
  #parked: ReduceFrame[] = [];
  readonly #leftLineages = new Set<string>();
  #dropped = 0;

  /** Frames of an older generation or of the lineage left are dropped from now on, parked ones included. Abort
   *  the collectives of the previous view first: an active one still gets its frames. */
  setView(view: View): void {
    if (this.#view && view.lineage !== this.#view.lineage) {
      this.#leftLineages.add(this.#view.lineage);
      this.#firstStep = 0;
    }
    this.#leftLineages.delete(view.lineage);
    this.#view = view;
    this.#ended.clear();
    this.#sift();
  }

  /** Frames of earlier steps are dropped from now on. Call when a step's collectives are about to be registered. */
  setStep(step: number): void {
    this.#firstStep = step;
    for (const [name, moment] of this.#ended) if (moment.step < step) this.#ended.delete(name);
    this.#sift();
  }

  /** Hands over parked frames of its key, then new ones until it is done. One collective per key. */
  register(collective: Routable): void {
    const name = nameOf(collective.key);
    this.#active.set(name, collective);
    const retire = (): void => {
      if (this.#active.get(name) !== collective) return;
      this.#active.delete(name);
      this.#ended.set(name, collective.key);
      this.#sift();
    };
    collective.done.then(retire, retire);
    const mine = this.#parked.filter(({ key }) => nameOf(key) === name);
    this.#parked = this.#parked.filter(({ key }) => nameOf(key) !== name);
    for (const frame of mine) collective.receive(frame);
  }

  receive(frame: ReduceFrame): void {
    const collective = this.#active.get(nameOf(frame.key));
    if (collective) collective.receive(frame);
    else if (this.#isOver(frame.key)) this.#drop(frame);
    else this.#parked.push(frame);
  }

  /** The link to `peer` closed: its parked frames are worth nothing now. */
  forget(peer: string): void {
    const gone = this.#parked.filter(({ from }) => from === peer);
    this.#parked = this.#parked.filter(({ from }) => from !== peer);
    for (const frame of gone) this.#drop(frame);
  }

  get counters(): RouterCounters {
    return {
      dropped: this.#dropped,
      parked: this.#parked.length,
      parkedBytes: this.#parked.reduce((sum, { frameBytes }) => sum + frameBytes, 0),
    };
  }

  /** A lineage never seen may be the one we are about to join: not over. */
  #isOver(key: CollectiveKey): boolean {
    if (this.#leftLineages.has(key.lineage)) return true;
    if (key.lineage !== this.#view?.lineage) return false;
    if (key.generation < this.#view.generation) return true;
    if (key.generation > this.#view.generation) return false;
    return key.step < this.#firstStep || this.#ended.has(nameOf(key));
  }

  #sift(): void {
    const over = this.#parked.filter(({ key }) => this.#isOver(key));
    this.#parked = this.#parked.filter(({ key }) => !this.#isOver(key));
    for (const frame of over) this.#drop(frame);
  }

  #drop(frame: ReduceFrame): void {
    this.#dropped++;
    frame.consume();
  }
}

function nameOf({ lineage, generation, step, bucket }: CollectiveKey): string {
  return `${lineage}/${generation}/${step}/${bucket}`;
}
