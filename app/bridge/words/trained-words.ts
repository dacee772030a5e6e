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

/** A sentence about one way. */
export function trainedWords(kind: Trained, numbers: number): string {
  const count = formatCount(numbers);
  const bytes = formatBytes(4 * numbers);
  const time = formatMs(classSumMs(numbers));
  const devices = formatCount(presets.class.worldSize);
  return kind === 'whole'
    ? t`All its numbers: ${count}, so ${bytes} a step. ${devices} laptops on one Wi-Fi take ${time} for such a sum.`
    : t`Adapters: ${count} numbers, so ${bytes} a step. ${devices} laptops on one Wi-Fi take ${time} for such a sum. The model itself stays as it is; members get it once, from each other.`;
}
