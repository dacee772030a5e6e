// Error feedback: what the codec dropped of the sums that this replica encoded is added to its next contribution. Local,
// outside the digest, zero on join. In mean units, so that it fits any batch. It covers a member's own part, partial sums
// and whole sums alike, because a replica encodes each element of the vector once a step (EXACTNESS.md E21).
import { largestPart } from '../../collectives/bounded-segment';
import type { Codec } from '../../codecs/codec';
import type { PowerSgdPlan } from '../../codecs/power-sgd/plan';
import { chosenKernels } from '../../codecs/self-test';
import { squaredNormOf } from '../../optim/state/block-norms';
import type { Withholding } from '../header/header-record';
import type { Fragment } from '../run/fragments';

/** Segment by segment. */
export interface Encoding {
  readonly kind: 'codec';
  readonly codec: Codec;
  readonly exponent: number;
  /** The part of the residual that is added; 1 when absent. */
  readonly decay?: number;
}

/** By PowerSGD: whole tensors as factors. */
export interface Factoring {
  readonly kind: 'power-sgd';
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
}

type Room = 'local' | 'dropped';

export class Residual {
  /** (P), in mean units; undefined: zero. */
  #held: Float32Array | undefined;
  readonly #rooms = new Map<Room, Float32Array>();

  /** What this replica adds in one attempt; the one before has ended. The residual stays until `finish`. */
  contribute(options: ContributionOptions): Contribution {
    const { length } = options.gradient;
    if (this.#held?.length !== length) this.#held = undefined;
    const room = (name: Room): Float32Array => {
      let array = this.#rooms.get(name);
      if (array?.length !== length) this.#rooms.set(name, (array = new Float32Array(length)));
      return array;
    };
    return new Contribution(options, this.#held, room, (next) => this.#hold(next));
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
  readonly #held: Float32Array | undefined;
  /** The residual where it is added: zeros where it is left out. */
  #isLeftOut = false;

  constructor(
    readonly options: ContributionOptions,
    held: Float32Array | undefined,
    readonly room: (name: Room) => Float32Array,
    readonly hold: (next: Float32Array | undefined) => void,
  ) {
    const { gradient, compressing } = options;
    this.#held = held;
    this.unit = Math.fround(options.exampleCount);
    this.local = held && options.terms > 0 ? room('local') : gradient;
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
    if (this.local === gradient) return compressing ? why(own) : 'none';
    if (!this.#isLeftOut) {
      const unit = Math.fround((compressing?.kind === 'codec' ? (compressing.decay ?? 1) : 1) * exampleCount);
      chosenKernels().addResidual(own, this.#held!.subarray(start, end), unit, part);
      if (why(part) === 'none') return 'none';
      this.#isLeftOut = true; // from here on; what is lost is bounded by the outlier's limit
    }
    part.set(own);
    return compressing ? why(part) : 'none';
  }

  /** The step is finished: what it dropped is the residual from now on, beside what waits. The old one is overwritten. */
  finish(): void {
    const { terms, gradient, fragment } = this.options;
    const { dropped } = this;
    const held = this.#held;
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
      if (terms > 0) part.set(lost);
      else chosenKernels().addResidual(lost, part, 1, part);
    }
    this.hold(next);
  }
}
