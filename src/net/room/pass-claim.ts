// How a pass (R22) is claimed and remembered, as schemas. Small: pages load it before they join.
import * as v from 'valibot';

const base64Url = (bytes: number) =>
  v.pipe(v.string(), v.length(Math.ceil((bytes * 4) / 3)), v.regex(/^[A-Za-z0-9_-]*$/));

/** A host's public key. */
export const hostKey = base64Url(32);

export const passClaim = v.strictObject({
  /** The public key. */
  key: base64Url(32),
  /** The signature over (code, memberId). */
  signature: base64Url(64),
});
export type PassClaim = v.InferOutput<typeof passClaim>;

/** How a room remembers a pass: the first 132 bits of its public key. */
export const passIdLength = 22;
export const passId = v.pipe(v.string(), v.length(passIdLength), v.regex(/^[A-Za-z0-9_-]*$/));
