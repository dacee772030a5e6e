// Members that take steps of PowerSGD by the product's own path: its residuals, its two collectives over links that
// interleave at random, its next Q.
import { logged } from '../../../base/sayings';
import { ManualClock } from '../../../base/clock';
import { permutation, prng } from '../../../base/prng';
import type { PowerSgdPlan } from '../../../codecs/power-sgd/plan';
import { firstRight, nextRight } from '../../../codecs/power-sgd/power-sgd';
import { FrameRouter } from '../../../collectives/frame-router';
import { TestFabric } from '../../../collectives/testing/fabric';
import { readFrame } from '../../../collectives/testing/sum-ring';
import type { Topology } from '../../../collectives/topology';
import type { View } from '../../../membership/view';
import { reduceStep } from '../reduce-step';
import { Residual } from '../residual';

export interface RingStep {
  /** The step's sum as each member has it, by rank. */
  readonly sums: readonly Float32Array[];
  /** The residuals by rank, in mean units. */
  readonly residuals: readonly Float32Array[];
}

export class PowerSgdRing {
  readonly fabric: TestFabric;
  /** Q, packed as its message. */
  right: Float32Array;
  readonly #view: View;
  readonly #members: readonly { readonly residual: Residual; readonly router: FrameRouter }[];
  #step = 0;

  constructor(
    readonly plan: PowerSgdPlan,
    readonly topology: Topology,
    readonly size: number,
    readonly seed: number,
  ) {
    this.fabric = new TestFabric(seed);
    this.right = firstRight(plan, seed);
    const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
    const ring = [...permutation(size, prng('power-sgd ring', seed))];
    this.#view = { lineage: '00c0ffee', generation: 3, members, ring };
    this.#members = members.map((id) => {
      const router = new FrameRouter();
      router.setView(this.#view);
      this.fabric.attach(id, (from, bytes, consume) => router.receive(readFrame(from, bytes, consume)));
      return { residual: new Residual(), router };
    });
  }

  /** A fault: this member's residual is lost. */
  forgetResidual(rank: number): void {
    this.#members[rank].residual.forget();
  }

  /** `gradients`: by rank, sums over so many loss `terms`. */
  async step(gradients: readonly Float32Array[], terms: readonly number[]): Promise<RingStep> {
    const step = ++this.#step;
    const { members } = this.#view;
    const { length } = gradients[0];
    const sums = gradients.map(() => new Float32Array(length).fill(NaN));
    const contributions = gradients.map((gradient, rank) =>
      this.#members[rank].residual.contribute({
        gradient,
        compressing: { kind: 'factors', plan: this.plan, right: this.right },
        exampleCount: terms.reduce((a, b) => a + b),
        terms: terms[rank],
        limit: undefined,
      }),
    );
    const attempts = members.map((self, rank) =>
      reduceStep({
        ...{ view: this.#view, self, path: this.topology, topology: this.topology, step },
        contributors: members,
        gradient: {
          buckets: [{ index: 0, start: 0, end: length }],
          into: gradients[rank],
          bucketReady: () => Promise.resolve(),
          check: () => 'none',
        },
        contribution: contributions[rank],
        sum: sums[rank],
        router: this.#members[rank].router,
        send: (to, bytes) => this.fabric.send(self, to, bytes),
        clock: new ManualClock(),
        signal: new AbortController().signal,
        onOffence: (peer, message) => {
          throw new Error(`${peer}: ${logged(message)}`);
        },
        onBroken: () => () => undefined,
        onUnreadable: () => () => undefined,
        onReduced: () => undefined,
      }),
    );
    await this.fabric.run();
    await Promise.all(attempts);
    const residuals = contributions.map(({ dropped }) => dropped!.slice());
    for (const contribution of contributions) contribution.finish();
    this.right = nextRight(this.plan, sums[0], this.right, this.seed, step);
    return { sums, residuals };
  }
}
