// The cost of a step for each way to train a GPT further: the numbers that are summed, their bytes, and how long the
// devices of a class on one Wi-Fi take for them.
import { t } from '@lingui/core/macro';
import { presets } from '../../../src/calculator/presets';
import { stepCost } from '../../../src/calculator/step-cost';
import { formatBytes, formatCount, formatMs } from './format';

export type Trained = 'whole' | 'adapters';

/** A class would wait for longer sums, and do little else. */
const longSumMs = 10_000;

/** The time of one sum of so many numbers, by the calculator. */
function classSumMs(numbers: number): number {
  return stepCost({ ...presets.class, parameters: numbers }).sumMs;
}

/** The proposal: adapters, where the sums of the whole model take a class too long. */
export function proposedTraining(whole: number): Trained {
  return classSumMs(whole) > longSumMs ? 'adapters' : 'whole';
}

/** A sentence about training the last layers of a model on what the others give. `all`: the numbers of the whole model. */
export function lastLayersWords(numbers: number, all: number, classes: number): string {
  const { count, bytes, devices, time } = sumWords(numbers);
  const frozen = formatBytes(2 * (all - numbers)); // f16
  return numbers === all
    ? t`With ${{ classes: formatCount(classes) }} classes: all ${count} numbers are trained, so ${bytes} a step. ${devices} laptops on one Wi-Fi take ${time} for such a sum.`
    : t`With ${{ classes: formatCount(classes) }} classes: ${count} of ${{ all: formatCount(all) }} numbers are trained, so ${bytes} a step. ${devices} laptops on one Wi-Fi take ${time} for such a sum. The others are not trained: each is rounded to half precision (f16), and members get these ${frozen} once, from each other.`;
}

export function wholeWords(numbers: number): string {
  const { count, bytes, devices, time } = sumWords(numbers);
  return t`All its numbers: ${count}, so ${bytes} a step. ${devices} laptops on one Wi-Fi take ${time} for such a sum.`;
}

/** `whole`: the numbers of the model under the adapters. */
export function adapterWords(numbers: number, whole: number): string {
  const { count, bytes, devices, time } = sumWords(numbers);
  const size = formatBytes(2 * whole); // f16
  return t`Adapters: ${count} numbers, so ${bytes} a step. ${devices} laptops on one Wi-Fi take ${time} for such a sum. The model itself is not trained: each of its numbers is rounded to half precision (f16), and members get these ${size} once, from each other.`;
}

function sumWords(numbers: number): Readonly<Record<'count' | 'bytes' | 'devices' | 'time', string>> {
  return {
    count: formatCount(numbers),
    bytes: formatBytes(4 * numbers),
    devices: formatCount(presets.class.worldSize),
    time: formatMs(classSumMs(numbers)),
  };
}
