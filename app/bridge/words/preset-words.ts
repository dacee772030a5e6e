// A preset or a public dataset in words, by its id.
import { t } from '@lingui/core/macro';
import type { DatasetId } from '../../../src/replica/page/data-desk';
import type { PresetId } from '../../../src/replica/presets';

export interface RunWords {
  readonly title: string;
  readonly description: string;
}

const titles: Readonly<Record<PresetId, () => string>> = {
  digits: () => t`Handwritten-like digits`,
  'digits-cnn': () => t`Digits, convolutional network`,
  'digits-residual': () => t`Digits, residual network`,
  stories: () => t`A language model`,
  'digits-linear': () => t`Digits, linear model`,
  moons: () => t`Two moons`,
  spirals: () => t`Two spirals`,
  circles: () => t`A ring around a cluster`,
  xor: () => t`Four clusters (XOR)`,
  homes: () => t`Prices of homes`,
};

const descriptions: Readonly<Record<PresetId, () => string>> = {
  digits: () => t`6,000 drawn digits, 28 × 28. An MLP of 109,386 parameters learns them in a minute.`,
  'digits-cnn': () => t`The same digits seen through small filters, with a twelfth of the parameters.`,
  'digits-residual': () => t`Filters with shortcuts around them, layer by layer.`,
  stories: () => t`A small GPT reads generated stories and learns to write them, character by character.`,
  'digits-linear': () => t`The same digits without a hidden layer: what a linear model cannot do.`,
  moons: () => t`Two crescents of points; the boundary bends between them within seconds.`,
  spirals: () => t`Points on two spirals: hard for small models, pretty to watch.`,
  circles: () => t`Two classes of points, one around the other.`,
  homes: () => t`2,000 invented homes: the model predicts an amount, the price, from area and age.`,
  xor: () => t`The smallest problem a linear model cannot solve.`,
};

export function presetWords(id: PresetId): RunWords {
  return { title: titles[id](), description: descriptions[id]() };
}

const datasets: Readonly<Record<DatasetId, () => string>> = {
  mnist: () => t`60,000 handwritten digits, 28 × 28, in ten classes.`,
  'fashion-mnist': () => t`60,000 pictures of clothes, 28 × 28, in ten classes.`,
  'tiny-shakespeare': () => t`A million characters of plays, for a language model.`,
};

/** One sentence about a public dataset. */
export function datasetWords(id: DatasetId): string {
  return datasets[id]();
}

export function licenceWords(licence: string | { readonly publicDomain: string }): string {
  return typeof licence === 'string' ? licence : t`Public domain, ${{ author: licence.publicDomain }}`;
}
