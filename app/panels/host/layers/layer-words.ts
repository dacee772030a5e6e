// The layers of a model and their settings in words.
import { t } from '@lingui/core/macro';
import type { RowKind, Setting } from '../../../../src/replica/layer-rows';

const kinds: Readonly<Record<RowKind, () => string>> = {
  dense: () => t`Dense`,
  conv2d: () => t`Convolution`,
  'max-pool': () => t`Max pool`,
  'average-pool': () => t`Average pool`,
  'group-norm': () => t`Group norm`,
  residual: () => t`Residual branch`,
  dropout: () => t`Dropout`,
};

const settings: Readonly<Record<Setting, () => string>> = {
  units: () => t`Units`,
  filters: () => t`Filters`,
  size: () => t`Window`,
  stride: () => t`Stride`,
  padding: () => t`Padding`,
  groups: () => t`Groups`,
  rate: () => t`Dropout`,
  activation: () => t`Activation`,
  dropout: () => t`Dropout after it`,
};

export const kindWords = (kind: RowKind): string => kinds[kind]();
export const settingWords = (name: Setting): string => settings[name]();

export const activationOptions = () =>
  [
    ['none', t`None`],
    ['relu', t`ReLU`],
    ['tanh', 'tanh'],
    ['gelu', 'GELU'],
  ] as const;

/** Zeros around the image. */
export const paddingOptions = () =>
  [
    ['same', t`Same`],
    ['valid', t`None`],
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
  ] as const;
