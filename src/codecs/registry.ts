// From a setting to its codec. A new codec is its file, its line in setting.ts and its case here.
import { bf16Codec } from './bf16';
import type { Codec } from './codec';
import { f32Codec } from './f32';
import { fp16Codec } from './fp16';
import type { CodecKernels } from './kernels';
import { levelsCodec } from './levels';
import { chosenKernels } from './self-test';
import type { CodecSetting } from './setting';
import { signCodec } from './sign';
import { sparseLocoCodec } from './sparse-loco';
import { topKCodec } from './top-k';

export function codecOf(setting: CodecSetting, kernels: CodecKernels = chosenKernels()): Codec {
  switch (setting.kind) {
    case 'f32':
      return f32Codec(kernels);
    case 'fp16':
      return fp16Codec(kernels);
    case 'bf16':
      return bf16Codec(kernels);
    case 'int8':
      return levelsCodec(8, kernels);
    case 'int4':
      return levelsCodec(4, kernels);
    case 'sign':
      return signCodec(kernels);
    case 'top-k':
      return topKCodec(setting.share, kernels);
    case 'sparse-loco':
      return sparseLocoCodec(setting.share, kernels);
    default:
      throw setting satisfies never;
  }
}
