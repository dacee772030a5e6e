// A dataset of the catalogue by its id, or a part of one on Hugging Face. It travels with the run, so that a newcomer can
// download what the host downloaded.
import * as v from 'valibot';

export const origin = v.variant('kind', [
  v.strictObject({ kind: v.literal('catalogue'), id: v.pipe(v.string(), v.maxLength(40)) }),
  v.strictObject({
    kind: v.literal('hugging-face'),
    name: v.pipe(v.string(), v.regex(/^[\w-][\w.-]{0,95}(\/[\w-][\w.-]{0,95})?$/)),
    subset: v.pipe(v.string(), v.maxLength(200)),
    split: v.pipe(v.string(), v.maxLength(200)),
  }),
]);

export type Origin = v.InferOutput<typeof origin>;
