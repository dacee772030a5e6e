// Routes bulk reduce frames by (lineage, generation, step, bucket) to the collective that waits for them.
// Invariants: every frame is consumed exactly once in the end. An older frame is dropped and reported with its sender.
// A frame of a step or bucket not yet registered stays unconsumed, so that the link's credit bounds them. Only members of
// the view can send one: nobody sums in a view before this replica's own record of it (C15).
// A link keeps its order (L1), and a whole sum has taken all its frames. So the router can tell late frames from replayed
// ones.
import type { MemberId, View } from '../membership/view';
import type { CollectiveKey, ReduceFrame } from './reduce-frame';

/** The collective as the router uses it: Collective is one. */
export interface Routable {
  readonly key: CollectiveKey;
  readonly done: Promise<void>;
  receive(frame: ReduceFrame): void;
}

export type DropReason =
  /** A frame of an older generation, a left lineage or a given-up attempt: its sender did not know that yet. */
  | 'late'
  /** A frame of a sum that is whole, or after frames of a newer generation on the same link: no honest member sends it
   *  (C5a). */
  | 'replayed'
  /** A frame of a sum that this replica cannot be in: its sender is no member of the view, or the view is not lived in
   *  here. */
  | 'stray'
  /** The sender’s link closed while the frame waited. */
  | 'link-closed';

export interface RouterCounters {
  /** Dropped frames, for any reason. */
  readonly dropped: number;
  /** Frames that wait now. */
  readonly parked: number;
  readonly parkedBytes: number;
}

/** Orders attempts within a lineage. */
interface Moment {
  readonly generation: number;
  readonly step: number;
}

export class FrameRouter {
  /** Peer → the newest generation of the view's lineage on its link so far. */
  readonly #carried = new Map<MemberId, number>();
  readonly #droppedOf = new Map<MemberId, number>();
  #view: View | undefined;
  /** Steps before this one are over in the view's generation. */
  #firstStep = 0;
  readonly #active = new Map<string, Routable>();
  /** Ended buckets of the current view: their later frames are dropped, not parked. */
  readonly #ended = new Map<string, Moment & { readonly isWhole: boolean }>();
  #parked: ReduceFrame[] = [];
  readonly #leftLineages = new Set<string>();
  #dropped = 0;

  constructor(readonly onDropped: (frame: ReduceFrame, why: DropReason) => void = () => undefined) {}

  /** From now on frames of an older generation or of a left lineage are dropped, parked ones included. Abort the
   *  collectives of the previous view first: an active one still gets its frames. */
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

  /** Steps count from 0 again, in the same view. */
  newRun(): void {
    this.#firstStep = 0;
    this.#ended.clear();
  }

  /** From now on frames of earlier steps are dropped. Call it before a step's collectives are registered. */
  setStep(step: number): void {
    this.#firstStep = step;
    for (const [name, moment] of this.#ended) if (moment.step < step) this.#ended.delete(name);
    this.#sift();
  }

  /** Gives the collective the parked frames of its key, then new ones until it is done. One collective per key. */
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
    const waiting = this.#parked.filter(({ key }) => nameOf(key) === name);
    this.#parked = this.#parked.filter(({ key }) => nameOf(key) !== name);
    for (const frame of waiting) collective.receive(frame);
  }

  /** `isRetired`: the frame arrived over a replaced link. Between two links there is no order. */
  receive(frame: ReduceFrame, isRetired = false): void {
    const { from, key } = frame;
    const collective = this.#active.get(nameOf(key));
    if (collective) collective.receive(frame);
    else {
      const over = this.#isBehind(from, key) && !isRetired ? 'replayed' : this.#overWhy(key, from);
      if (over) this.#drop(frame, over);
      else this.#parked.push(frame);
    }
    const isMember = this.#view?.members.includes(from) === true;
    if (isMember && key.lineage === this.#view?.lineage && !isRetired && !this.#isBehind(from, key))
      this.#carried.set(from, key.generation);
  }

  /** A new link to `peer` takes over. */
  opened(peer: MemberId): void {
    this.#carried.delete(peer);
  }

  /** The link to `peer` closed: its parked frames are useless now. */
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

  /** Frames of `peer` dropped since its link opened. */
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

  /** Why a frame of this key is dropped; undefined: its sum may begin here (C5, C15). */
  #overWhy(key: CollectiveKey, from: MemberId): DropReason | undefined {
    if (this.#leftLineages.has(key.lineage)) return 'late';
    if (key.lineage !== this.#view?.lineage) return 'stray';
    if (key.generation < this.#view.generation) return 'late';
    if (key.generation > this.#view.generation || !this.#view.members.includes(from)) return 'stray';
    if (key.step < this.#firstStep) return 'replayed';
    const ended = this.#ended.get(nameOf(key));
    return ended && (ended.isWhole ? 'replayed' : 'late');
  }

  #sift(): void {
    const parked = this.#parked;
    this.#parked = parked.filter(({ key, from }) => this.#overWhy(key, from) === undefined);
    for (const frame of parked) {
      const why = this.#overWhy(frame.key, frame.from);
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
