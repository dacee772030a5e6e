// The collectives of one replica of the ring lab, one after the other: one, or PowerSGD's two, as in a step of a run.
import { realClock } from '../../../src/base/clock';
import { FactorSums } from '../../../src/codecs/power-sgd/factor-sums';
import type { PowerSgdPlan } from '../../../src/codecs/power-sgd/plan';
import { firstRight } from '../../../src/codecs/power-sgd/power-sgd';
import { chosenProducts } from '../../../src/codecs/power-sgd/self-test';
import { codecOf } from '../../../src/codecs/registry';
import { codecNamed } from '../../../src/codecs/setting';
import { Collective } from '../../../src/collectives/collective';
import { GatheredSum } from '../../../src/collectives/gathered-sum';
import type { View } from '../../../src/membership/view';
import type { Outcome } from './check-results';
import { isGatheredSum, type LabSetup } from './lab-setup';
import { factorPlanOf, sentAs } from './lab-sums';

/** A lab is for looking: below the product’s 30 s. A chain of seven hops on the slowest line takes 7 s to the last. */
const stallMs = 12_000;

/** The seed of the Q that every run begins with. */
export const factorSeed = 1;

export interface Stage {
  readonly collective: Collective | GatheredSum;
  /** Computes what it sends; the stage before is whole. */
  readonly fill: () => void;
  /** The replica’s result is whole. */
  readonly whole: () => void;
}

export interface StageOptions {
  readonly setup: LabSetup;
  readonly view: View;
  readonly self: string;
  /** Filled by the stages. */
  readonly outcome: Outcome;
  readonly send: (to: string, bytes: Uint8Array) => Promise<void>;
}

export function stagesOf(options: StageOptions): readonly Stage[] {
  const { setup, outcome } = options;
  const plan = factorPlanOf(setup);
  if (plan) return factoredStages(options, plan);
  const { collective, topology } = setup;
  const { part: local, result, dropped } = outcome;
  const codec = codecOf(codecNamed(sentAs(setup)));
  const one = {
    ...commonOptions(options, 0),
    ...{ local, result, offset: 0 },
    ...(dropped ? { compression: { codec, exponent: 0, dropped, unit: 1 } } : {}),
  };
  return [
    {
      collective: isGatheredSum(setup)
        ? new GatheredSum({ ...one, path: 'gathered', contributors: options.view.members })
        : new Collective({ ...one, collective, topology }),
      fill: () => undefined,
      whole: () => undefined,
    },
  ];
}

function factoredStages(options: StageOptions, plan: PowerSgdPlan): readonly Stage[] {
  const { part, result, dropped = new Float32Array(part.length), products } = options.outcome;
  const { collective, topology } = options.setup;
  const sums = new FactorSums(plan, firstRight(plan, factorSeed));
  const [first, second] = [sums.first, sums.second].map(
    ({ part: local, sum }, bucket) =>
      new Collective({
        ...commonOptions(options, bucket),
        ...{ collective, topology, local, result: sum },
        offset: bucket === 0 ? 0 : sums.first.part.length,
      }),
  );
  return [
    { collective: first, fill: () => sums.fillFirst(part), whole: () => undefined },
    {
      collective: second,
      fill: () => sums.fillSecond(part),
      whole: () => {
        sums.decode(part, 1, result, dropped);
        const [left, right] = [sums.left, sums.second.part].map((factor) => factor.map(Math.abs));
        if (products) for (const m of plan.matrices) chosenProducts().reconstruct(m, left, right, products);
      },
    },
  ];
}

function commonOptions({ view, self, send }: StageOptions, bucket: number) {
  return {
    ...{ view, self, send, clock: realClock, stallMs },
    key: { lineage: view.lineage, generation: view.generation, step: 0, bucket },
  };
}
