// Error feedback: what the codec dropped of the sums that this replica encoded is added to its next contribution. Local,
// outside the digest, zero on join. In mean units, so that it fits any batch. It covers a member's own part, partial sums
// and whole sums alike, because a replica encodes each element of the vector once a step (EXACTNESS.md E21). Where parts are
// bounded, what shortens a part is no part of it: it is lost (E31).
import { largestPart } from '../../collectives/bounded-segment';
import type { Codec } from '../../codecs/codec';
import type { PowerSgdPlan } from '../../codecs/power-sgd/plan';
import { chosenKernels } from '../../codecs/self-test';
import { boundedSegment } from '../../collectives/gathered-sum';
import { squaredNormOf } from '../../optim/state/block-norms';
import type { Withholding } from '../header/header-record';
import type { Fragment } from '../run/fragments';

/** Segment by segment. */
interface Encoding {
  readonly kind: 'codec';
  readonly codec: Codec;
  readonly exponent: number;
  /** The part of the residual that is added; 1 when absent. */
  readonly decay?: number;
}

/** PowerSGD’s factoring: whole tensors as factors. */
export interface Factoring {
  readonly kind: 'factors';
  readonly plan: PowerSgdPlan;
  /** Q, with orthonormal columns. */
  readonly right: Float32Array;
}

export type Compressing = Encoding | Factoring;

export interface ContributionOptions {
  /** (P): final where `prepare` is called. Never written. */
  readonly gradient: Float32Array;
  /** Undefined: the sums travel as f32, and the residual goes into this one whole. */
  readonly compressing: Compressing | undefined;
  /** What the step sums; absent: the whole vector. The residual of all else waits (E27). */
  readonly fragment?: Fragment | undefined;
  /** Σn. */
  readonly exampleCount: number;
  /** Loss terms of this replica; 0: it contributes zeros, and its residual waits. */
  readonly terms: number;
  /** A ‖g_j‖ of the mean gradient above it is an outlier; undefined: not known yet. */
  readonly limit: number | undefined;
  /** The most that the mean of what is sent may measure (S25); absent: it is not bounded. */
  readonly bound?: number | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

type Room = 'local' | 'dropped';

export class Residual {
  /** (P), in mean units; undefined: zero. */
  #held: Float32Array | undefined;
  readonly #rooms = new Map<Room, Float32Array>();
  #lastScale: number | undefined;

  /** What this replica adds in one attempt; the one before has ended. The residual stays until `finish`. */
  contribute(options: ContributionOptions): Contribution {
    const { length } = options.gradient;
    if (this.#held?.length !== length) this.#held = undefined;
    const room = (name: Room): Float32Array => {
      let array = this.#rooms.get(name);
      if (array?.length !== length) this.#rooms.set(name, (array = new Float32Array(length)));
      return array;
    };
    return new Contribution(
      options,
      this.#held,
      room,
      (next) => this.#hold(next),
      (scale) => (this.#lastScale = scale),
    );
  }

  /** What of its part this replica sent in the last finished step, 0 … 1 (S25); undefined: all, for parts are not bounded, or it
   *  had none. */
  get lastScale(): number | undefined {
    return this.#lastScale;
  }

  forget(): void {
    this.#held = undefined;
    this.#rooms.clear();
  }

  #hold(next: Float32Array | undefined): void {
    this.#held = next;
    if (!next) this.#rooms.clear();
  }

  /** ‖r‖: what a death would lose, beside ‖g‖. */
  get norm(): number {
    return this.#held ? Math.sqrt(squaredNormOf(this.#held)) : 0;
  }
}

/** S11e. No codec lets a value grow past the next power of two. */
const compressedRoom = 0.5;

export class Contribution {
  /** (P): what enters the sums, where it is prepared. */
  readonly local: Float32Array;
  /** Loss terms of one unit of the residual, an f32: Σn. */
  readonly unit: number;
  /** (P), in mean units: filled by the sums; undefined: nothing is dropped. */
  readonly dropped: Float32Array | undefined;
  readonly isBounded: boolean;
  /** The residual where it is added: zeros where it is left out. */
  #isLeftOut = false;
  #scale = 1;

  constructor(
    readonly options: ContributionOptions,
    private readonly held: Float32Array | undefined,
    readonly room: (name: Room) => Float32Array,
    readonly hold: (next: Float32Array | undefined) => void,
    readonly sent: (scale: number | undefined) => void,
  ) {
    const { gradient, compressing, bound, terms } = options;
    this.unit = Math.fround(options.exampleCount);
    this.isBounded = bound !== undefined;
    this.local = (held || this.isBounded) && terms > 0 ? room('local') : gradient;
    this.dropped = compressing ? room('dropped') : undefined;
  }

  /** Elements [start, end) of the gradient are final. Returns why they must not be sent, if so. */
  prepare(start: number, end: number): Withholding {
    const { gradient, terms, exampleCount, compressing, limit = Infinity } = this.options;
    if (terms === 0) return 'none';
    const part = this.local.subarray(start, end);
    const own = gradient.subarray(start, end);
    const room = compressing ? compressedRoom : 1;
    const why = (values: Float32Array): Withholding => {
      const length = Math.sqrt(squaredNormOf(values));
      if (!(length <= room * largestPart)) return 'overflow';
      return length / terms > room * limit ? 'outlier' : 'none';
    };
    if (this.held && !this.#isLeftOut) {
      const unit = Math.fround((compressing?.kind === 'codec' ? (compressing.decay ?? 1) : 1) * exampleCount);
      chosenKernels().addResidual(own, this.held.subarray(start, end), unit, part);
      if (why(part) === 'none') return 'none';
      this.#isLeftOut = true; // from here on; what is lost is bounded by the outlier's limit
    }
    if (this.local !== gradient) part.set(own);
    return compressing || this.isBounded ? why(own) : 'none';
  }

  /** (E30) Where parts are bounded: all of `spans` is prepared, and is what this part consists of. Shortens it to the bound. What is
   *  measured is what the receivers will decode. */
  shorten(spans: readonly Span[]): void {
    const { bound, terms } = this.options;
    if (bound === undefined || terms === 0) return;
    const squares = spans.reduce((sum, span) => sum + this.#squaresSent(span), 0);
    const length = Math.sqrt(squares) / terms;
    if (!(length > bound)) return;
    this.#scale = Math.fround(bound / length);
    for (const { start, end } of spans) for (let i = start; i < end; i++) this.local[i] *= this.#scale;
  }

  /** What is sent of the part, 0 … 1. */
  get scale(): number {
    return this.#scale;
  }

  #squaresSent({ start, end }: Span): number {
    const { compressing } = this.options;
    if (compressing?.kind !== 'codec') return squaredNormOf(this.local.subarray(start, end));
    const { codec, exponent } = compressing;
    const decoded = new Float32Array(Math.min(boundedSegment, end - start));
    let squares = 0;
    for (let at = start; at < end; at += boundedSegment) {
      const values = this.local.subarray(at, Math.min(at + boundedSegment, end));
      const bytes = new Uint8Array(codec.encodedBytes(values.length));
      const into = decoded.subarray(0, values.length);
      // What cannot be encoded is found again, and withheld, when it is sent.
      if (!codec.encode(values, exponent, bytes).ok || !codec.decode(bytes, exponent, into).ok) return 0;
      squares += squaredNormOf(into);
    }
    return squares;
  }

  /** The step is finished: what it dropped is the residual from now on, beside what waits. The old one is overwritten. */
  finish(): void {
    const { terms, gradient, fragment } = this.options;
    const { dropped } = this;
    const held = this.held;
    this.sent(this.isBounded && terms > 0 ? this.#scale : undefined);
    if (this.#scale === 0) return; // nothing was sent
    const spans = fragment ?? [{ start: 0, end: gradient.length }];
    const isTaken = held !== undefined && terms > 0;
    if (!dropped) {
      if (isTaken && fragment) for (const { start, end } of spans) held.fill(0, start, end);
      else if (isTaken) this.hold(undefined);
      return;
    }
    const next = held ?? new Float32Array(gradient.length);
    for (const { start, end } of spans) {
      const part = next.subarray(start, end);
      const lost = dropped.subarray(start, end);
      if (terms > 0 && this.#scale === 1) part.set(lost);
      // E31: as if the part had been sent at its length.
      else if (terms > 0) for (let i = 0; i < part.length; i++) part[i] = lost[i] / this.#scale;
      else chosenKernels().addResidual(lost, part, 1, part);
    }
    this.hold(next);
  }
}
