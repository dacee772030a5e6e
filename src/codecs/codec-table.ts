// All codecs by their names. A new one is its file and its line here.
import { bf16 } from './bf16';
import type { CodecRules } from './codec-rules';
import { f32 } from './f32';
import { fp16 } from './fp16';
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
