// One case: makes its contenders, requires that they agree, and times them in turns with the ceiling.
import { largestDifference } from '../../../src/ops/tolerance';
import type { Ceiling } from './ceiling';
import type { BenchCase, Contender } from './contender';
import { measureInTurns, messageOf } from './measure';
import {
  systems,
  type BenchLine,
  type Figure,
  type RunOptions,
  type System,
} from '../../../src/lab/bench-report';

export async function runCase(
  { name, unit, flops, bytes, tolerance, contenders }: BenchCase,
  ceiling: Ceiling,
  { only, runs }: RunOptions,
): Promise<BenchLine> {
  const made = new Map<System, Contender>();
  const errors = new Map<System, string>();
  const outputs = new Map<System, readonly Float32Array[]>();
  for (const system of systems.filter((one) => only.includes(one)))
    try {
      const contender = await contenders[system]();
      made.set(system, contender);
      outputs.set(system, await contender.check());
    } catch (error) {
      errors.set(system, messageOf(error));
    }
  const difference = judge(outputs, tolerance, errors);

  const isTraffic = flops === 0;
  const timed = [...made]
    .filter(([system]) => !errors.has(system))
    .map(([system, contender]) => ({ name: system as string, run: () => contender.run() }));
  const timings = await measureInTurns(
    [...timed, { name: 'ceiling', run: isTraffic ? ceiling.copy : ceiling.multiplyAdd }],
    runs,
  );
  for (const contender of made.values()) contender.dispose();

  const figureOf = (system: System): Figure => {
    const error = errors.get(system);
    if (error !== undefined) return { error };
    const timing = timings.get(system);
    if (!timing || 'error' in timing) return timing;
    return unit === 'ms' ? timing.medianMs : (isTraffic ? bytes : flops) / timing.medianMs / 1e6;
  };
  const [ours, jaxjs, tfjs] = systems.map(figureOf);
  const atBest = timings.get('ceiling')!;
  if ('error' in atBest) throw new Error(`the ceiling: ${atBest.error}`);
  const perMs = (isTraffic ? ceiling.copyBytes : ceiling.flops) / atBest.medianMs;
  return {
    name,
    unit,
    figures: { ours, jaxjs, tfjs },
    ceiling: unit === 'ms' ? flops / perMs : perMs / 1e6,
    difference,
    tolerance,
    runs: atBest.runs,
  };
}

/** Largest relative difference to the first contender that runs. A contender that is too far away gets an error, not
 *  a time. */
function judge(
  outputs: ReadonlyMap<System, readonly Float32Array[]>,
  tolerance: number,
  errors: Map<System, string>,
): number | undefined {
  const [first, ...others] = outputs;
  if (!first || others.length === 0) return undefined;
  let largest = 0;
  for (const [system, arrays] of others) {
    let difference = arrays.length === first[1].length ? 0 : Infinity;
    arrays.forEach((array, at) => {
      const expected = first[1][at];
      const magnitude = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      difference = Math.max(difference, largestDifference(array, expected) / (magnitude || 1));
    });
    largest = Math.max(largest, difference);
    if (!(difference <= tolerance))
      errors.set(
        system,
        `computes something different from ${first[0]}: relative difference ${difference.toExponential(1)}`,
      );
  }
  return largest;
}
