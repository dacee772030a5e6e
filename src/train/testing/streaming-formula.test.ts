// E27, E28 against the paper's algorithm, in f64 and by plain loops over inner steps: softmax regression by hand. Six
// parameters, so the fragments are written out.
import { expect, test } from 'vitest';
import type { RunConfig } from '../run/run-config';
import { streamingDiloco } from '../run/modes/streaming';
import { SimulatedRing } from './simulated-ring';
import { batch, exampleReader, innerRate, meanGradient, members, softmaxConfig } from './softmax-by-hand';

const steps = 9;
const config: RunConfig = { ...softmaxConfig, steps };

interface Choice {
  readonly fragments: readonly (readonly number[])[];
  readonly pattern: 'sequential' | 'strided';
  /** Inner steps between two sums. */
  readonly each: number;
  readonly delay: number;
  readonly mixing: number;
}

/** Algorithm 2 of arXiv 2501.18512, t by t. Returns the outer parameters after the last sum, and the loss of the first batch
 *  of each step at the outer parameters before its sum. */
function formula(begin: readonly number[], { fragments, each, delay, mixing }: Choice) {
  const [rate, momentum] = [0.7, 0.9];
  const exampleAt = exampleReader(config);
  const outer = [...begin];
  const velocity = begin.map(() => 0);
  const own = Array.from({ length: members }, () => [...begin]);
  const losses: number[] = [];
  const travelling: { dueAt: number; fragment: readonly number[]; change: number[] }[] = [];
  const examples = (step: number, member: number, h: number) =>
    Array.from({ length: batch }, (_, i) => exampleAt(((step * members + member) * each + h) * batch + i));
  const receive = (t: number): void => {
    for (const { fragment, change } of travelling.splice(
      0,
      travelling.filter(({ dueAt }) => dueAt <= t).length,
    ))
      for (const p of fragment) {
        velocity[p] = momentum * velocity[p] + change[p];
        outer[p] -= rate * (change[p] + momentum * velocity[p]);
        for (const theta of own) theta[p] = mixing * theta[p] + (1 - mixing) * outer[p];
      }
  };
  for (let t = 1; t <= steps * each; t++) {
    const [step, h] = [Math.floor((t - 1) / each), (t - 1) % each];
    for (const [member, theta] of own.entries()) {
      const { gradient } = meanGradient(theta, examples(step, member, h));
      for (const p of theta.keys()) theta[p] -= innerRate * gradient[p];
    }
    receive(t);
    if (t % each > 0) continue;
    losses.push(
      own.reduce((sum, _, member) => sum + meanGradient(outer, examples(step, member, 0)).loss / members, 0),
    );
    const change = outer.map((value, p) => own.reduce((sum, theta) => sum + (value - theta[p]) / members, 0));
    travelling.push({ dueAt: t + delay, fragment: fragments[step % fragments.length], change });
    if (delay === 0) receive(t);
  }
  receive(Infinity);
  return { outer, losses };
}

test.each<Choice>([
  { fragments: [[0, 1, 2], [3, 4, 5]], pattern: 'sequential', each: 2, delay: 1, mixing: 0.5 },
  { fragments: [[0, 1], [2, 3], [4, 5]], pattern: 'sequential', each: 3, delay: 3, mixing: 0.25 },
  { fragments: [[0, 3], [1, 4], [2, 5]], pattern: 'strided', each: 2, delay: 2, mixing: 0.75 },
  { fragments: [[0, 3], [1, 2, 4, 5]], pattern: 'strided', each: 3, delay: 0, mixing: 0 },
  { fragments: [[0, 1, 2, 3, 4, 5]], pattern: 'sequential', each: 4, delay: 2, mixing: 0.5 },
])('E27, E28: $pattern $fragments, delay $delay, mixing $mixing: what the algorithm gives', async (choice) => {
  const { fragments, pattern, each, delay, mixing } = choice;
  const count = fragments.length;
  const sync = streamingDiloco(count * each, { fragments: count, pattern, delay, mixing });
  const ring = new SimulatedRing({ seed: 2, config: { ...config, sync } });
  const replicas = Array.from({ length: members }, () => ring.add());
  await ring.formed(members);
  const parameters = (): Float32Array => replicas[1].member.replica.held!.tensors.parameters;
  const begin = [...parameters()];
  ring.submit({ kind: 'start' });
  await ring.until('the end', () => replicas[1].steps.length === steps);
  const { outer, losses } = formula(begin, choice);
  const moved = Math.hypot(...outer.map((value, i) => value - begin[i]));
  const apart = Math.hypot(...outer.map((value, i) => value - parameters()[i]));
  expect(moved).toBeGreaterThan(0.3);
  expect(apart / moved).toBeLessThan(2e-6);
  for (const [i, { loss }] of replicas[1].steps.entries()) expect(loss).toBeCloseTo(losses[i], 6);
  await ring.end();
}); // prettier-ignore

test('E28: a run ends with its last step, and no sum follows for the other fragments', async () => {
  const sync = streamingDiloco(4, { fragments: 2, pattern: 'sequential', delay: 1 });
  const ring = new SimulatedRing({ seed: 2, config: { ...softmaxConfig, steps: 3, sync } });
  const replicas = Array.from({ length: members }, () => ring.add());
  await ring.formed(members);
  const held = () => replicas.map(({ member }) => member.replica.held!);
  const after: number[][] = [[...held()[0].tensors.parameters]];
  ring.submit({ kind: 'start' });
  for (const step of [1, 2, 3]) {
    await ring.until(`step ${step}`, () => held().every(({ state }) => state.step >= step));
    after.push([...held()[0].tensors.parameters]);
  }
  await ring.until('the end', () => held().every(({ state }) => state.status === 'finished'));
  const [first, second] = [(all: number[]) => all.slice(0, 3), (all: number[]) => all.slice(3)];
  expect(first(after[3])).not.toEqual(first(after[2]));
  expect(second(after[3])).toEqual(second(after[2]));
  expect(second(after[2])).not.toEqual(second(after[1]));
  for (const { tensors } of held()) expect([...tensors.parameters]).toEqual(after[3]);
  await ring.end();
});
