// Where bulk reduce frames go: by (lineage, generation, step, bucket) to the collective that waits for them.
// Invariants: every frame is consumed exactly once in the end; what is older is dropped, and told with its sender; what
// is newer, or of a step or bucket not yet registered, stays unconsumed, so that the link's credit bounds how much there
// is. A link keeps the order (L1), and a whole sum has taken all that there is of it: so it is known which frames are
// only late and which were sent before.
import type { MemberId, View } from '../membership/view';
import type { CollectiveKey, ReduceFrame } from './reduce-frame';

/** What the router needs of a collective: RingAllReduce is one. */
export interface Routable {
  readonly key: CollectiveKey;
  readonly done: Promise<void>;
  receive(frame: ReduceFrame): void;
}

export type DropReason =
  /** Of an older generation, a lineage that was left, or an attempt that was given up: sent before that was known. */
  | 'late'
  /** Of a generation after whose successor's frames it came, or of a sum that is whole: no honest member sends it. */
  | 'replayed'
  /** It waited, and then its sender's link closed. */
  | 'link-closed';

export interface RouterCounters {
  /** For whatever reason. */
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
  /** The newest generation of the view's lineage that each peer's link has carried. */
  readonly #carried = new Map<MemberId, number>();
  readonly #droppedOf = new Map<MemberId, number>();
  #view: View | undefined;
  /** Steps before this one are over in the view's generation. */
  #firstStep = 0;
  readonly #active = new Map<string, Routable>();
  /** Buckets of the current view that ended: what still comes of them is dropped, not parked. */
  readonly #ended = new Map<string, Moment & { readonly isWhole: boolean }>();
  #parked: ReduceFrame[] = [];
  readonly #leftLineages = new Set<string>();
  #dropped = 0;

  constructor(readonly onDropped: (frame: ReduceFrame, why: DropReason) => void = () => undefined) {}

  /** Frames of an older generation or of the lineage left are dropped from now on, parked ones included. Abort
   *  the collectives of the previous view first: an active one still gets its frames. */
  setView(view: View): void {
    if (this.#view && view.lineage !== this.#view.lineage) {
      this.#leftLineages.add(this.#view.lineage);
      this.#carried.clear();
    }
    this.#leftLineages.delete(view.lineage);
    this.#view = view;
    this.newRun();
    this.#sift();
  }

  /** The steps are counted anew, in the same view. */
  newRun(): void {
    this.#firstStep = 0;
    this.#ended.clear();
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
    const retire = (isWhole: boolean): void => {
      if (this.#active.get(name) !== collective) return;
      this.#active.delete(name);
      this.#ended.set(name, { ...collective.key, isWhole });
      this.#sift();
    };
    collective.done.then(
      () => retire(true),
      () => retire(false),
    );
    const mine = this.#parked.filter(({ key }) => nameOf(key) === name);
    this.#parked = this.#parked.filter(({ key }) => nameOf(key) !== name);
    for (const frame of mine) collective.receive(frame);
  }

  /** `isRetired`: over a link that has been replaced; between two links there is no order. */
  receive(frame: ReduceFrame, isRetired = false): void {
    const { from, key } = frame;
    const collective = this.#active.get(nameOf(key));
    if (collective) collective.receive(frame);
    else {
      const over = this.#isBehind(from, key) && !isRetired ? 'replayed' : this.#overWhy(key);
      if (over) this.#drop(frame, over);
      else this.#parked.push(frame);
    }
    if (key.lineage === this.#view?.lineage && !isRetired && !this.#isBehind(from, key))
      this.#carried.set(from, key.generation);
  }

  /** A new link to `peer` takes over. */
  opened(peer: MemberId): void {
    this.#carried.delete(peer);
  }

  /** The link to `peer` closed: its parked frames are worth nothing now. */
  forget(peer: MemberId): void {
    const gone = this.#parked.filter(({ from }) => from === peer);
    this.#parked = this.#parked.filter(({ from }) => from !== peer);
    for (const frame of gone) this.#drop(frame, 'link-closed');
    this.#carried.delete(peer);
    this.#droppedOf.delete(peer);
  }

  get generation(): number {
    return this.#view?.generation ?? 0;
  }

  /** Since its link opened. */
  droppedOf(peer: MemberId): number {
    return this.#droppedOf.get(peer) ?? 0;
  }

  get counters(): RouterCounters {
    return {
      dropped: this.#dropped,
      parked: this.#parked.length,
      parkedBytes: this.#parked.reduce((sum, { frameBytes }) => sum + frameBytes, 0),
    };
  }

  #isBehind(from: MemberId, { lineage, generation }: CollectiveKey): boolean {
    return lineage === this.#view?.lineage && generation < (this.#carried.get(from) ?? 0);
  }

  /** Undefined: not over. A lineage never seen may be the one we are about to join (C5). */
  #overWhy(key: CollectiveKey): DropReason | undefined {
    if (this.#leftLineages.has(key.lineage)) return 'late';
    if (key.lineage !== this.#view?.lineage) return undefined;
    if (key.generation < this.#view.generation) return 'late';
    if (key.generation > this.#view.generation) return undefined;
    if (key.step < this.#firstStep) return 'replayed';
    const ended = this.#ended.get(nameOf(key));
    return ended && (ended.isWhole ? 'replayed' : 'late');
  }

  #sift(): void {
    const parked = this.#parked;
    this.#parked = parked.filter(({ key }) => this.#overWhy(key) === undefined);
    for (const frame of parked) {
      const why = this.#overWhy(frame.key);
      if (why) this.#drop(frame, why);
    }
  }

  #drop(frame: ReduceFrame, why: DropReason): void {
    this.#dropped++;
    this.#droppedOf.set(frame.from, this.droppedOf(frame.from) + 1);
    frame.consume();
    this.onDropped(frame, why);
  }
}

function nameOf({ lineage, generation, step, bucket }: CollectiveKey): string {
  return `${lineage}/${generation}/${step}/${bucket}`;
}
