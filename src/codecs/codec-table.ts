// All codecs by their names. A new one is its file and its line here.
import type { CodecRules } from './codec-rules';
import { bf16, f32, fp16 } from './floats';
import { int4, int8 } from './levels';
import { sign } from './sign';
import { sparseLoco } from './sparse-loco';
import { topK } from './top-k';

export const codecTable = {
  f32,
  fp16,
  bf16,
  int8,
  int4,
  sign,
  'top-k': topK,
  'sparse-loco': sparseLoco,
} as const satisfies Readonly<Record<string, CodecRules>>;
