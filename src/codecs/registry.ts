// The codec of a setting, with the kernels of this thread.
import type { Codec } from './codec';
import type { CodecKernels } from './kernels';
import { chosenKernels } from './self-test';
import { rulesOf, type CodecSetting } from './setting';

export function codecOf(setting: CodecSetting, kernels: CodecKernels = chosenKernels()): Codec {
  return rulesOf(setting.kind).make(setting, kernels);
}
