// E24 against the papers' formulas, in f64 and without anything of the product but its data: softmax regression by hand.
import { expect, test } from 'vitest';
import type { RunConfig } from '../run/run-config';
import type { Sync } from '../run/sync';
import { SimulatedRing } from './simulated-ring';
import { batch, exampleReader, innerRate, meanGradient, members, softmaxConfig } from './softmax-by-hand';

const steps = 6;
const config: RunConfig = { ...softmaxConfig, steps };

/** The outer steps of DiLoCo (algorithm 1 of arXiv 2311.08105), or of local SGD with rate 1 and momentum 0. `losses`: at the
 *  outer parameters, over what the first inner steps saw. */
function formula(begin: readonly number[], H: number, rate: number, momentum: number) {
  const exampleAt = exampleReader(config);
  let theta = [...begin];
  let velocity = theta.map(() => 0);
  const losses: number[] = [];
  for (let step = 0; step < steps; step++) {
    const change = theta.map(() => 0);
    for (let member = 0; member < members; member++) {
      let inner = theta;
      for (let h = 0; h < H; h++) {
        const first = ((step * members + member) * H + h) * batch;
        const { gradient, loss } = meanGradient(
          inner,
          Array.from({ length: batch }, (_, i) => exampleAt(first + i)),
        );
        if (h === 0) losses[step] = (losses[step] ?? 0) + loss / members;
        inner = inner.map((value, i) => value - innerRate * gradient[i]);
      }
      for (const i of change.keys()) change[i] += (theta[i] - inner[i]) / members;
    }
    velocity = velocity.map((value, i) => momentum * value + change[i]);
    theta = theta.map((value, i) => value - rate * (change[i] + momentum * velocity[i]));
  }
  return { theta, losses };
}

test.each([
  [4, 0.7, 0.9],
  [3, 1, 0],
])(
  'E24: %i inner steps, outer rate %f, outer momentum %f: what the formula gives',
  async (H, rate, momentum) => {
    const outer = momentum > 0 ? ({ kind: 'nesterov', learningRate: rate, momentum } as const) : ({ kind: 'average' } as const); // prettier-ignore
    const sync: Sync = { kind: 'local', innerSteps: H, outer };
    const ring = new SimulatedRing({ seed: 2, config: { ...config, sync } });
    const replicas = Array.from({ length: members }, () => ring.add());
    await ring.formed(members);
    const parameters = (): Float32Array => replicas[1].member.replica.held!.tensors.parameters;
    const begin = [...parameters()];
    ring.submit({ kind: 'start' });
    await ring.until('the end', () => replicas[1].member.replica.held!.state.status === 'finished');
    const { theta: expected, losses } = formula(begin, H, rate, momentum);
    const moved = Math.hypot(...expected.map((value, i) => value - begin[i]));
    const apart = Math.hypot(...expected.map((value, i) => value - parameters()[i]));
    expect(moved).toBeGreaterThan(0.5);
    expect(apart / moved).toBeLessThan(2e-6);
    await ring.until('the last record', () => replicas[1].steps.length === steps);
    for (const [i, { loss }] of replicas[1].steps.entries()) expect(loss).toBeCloseTo(losses[i], 6);
    await ring.end();
  },
);
