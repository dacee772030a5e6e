// A signal that members pass on when the server cannot (R15). It carries the sender's MAC, so members on the way can
// neither change nor forge it. The frame `signal` carries it.
import * as v from 'valibot';

const memberId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** The whole signal as JSON in a frame. */
export const maxPassedSignalBytes = 16 * 1024;

export const passedSignalSchema = v.strictObject({
  from: memberId,
  to: memberId,
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  data: v.pipe(v.string(), v.maxLength(maxPassedSignalBytes)),
  mac: v.pipe(v.string(), v.length(43), v.regex(/^[A-Za-z0-9_-]*$/)),
});
export type PassedSignal = v.InferOutput<typeof passedSignalSchema>;
