// The room's league (H17): who reaches a target loss in the fewest seconds, or with the fewest bytes. An attempt is a
// run of this room that reached it. Part of the room's document: it holds numbers and the names of settings, and no text
// that a person wrote. Pure.
import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const positive = v.pipe(v.number(), v.finite(), v.minValue(0));
const setting = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,15}$/));

export const mostAttempts = 12;
/** The loss that must be at most the target is the mean of so many steps. */
export const leagueMeanOver = 10;

/** How the run was set when it reached the target. */
export const attemptSettings = v.strictObject({
  data: setting,
  parameters: count,
  replicas: count,
  /** Examples of a step, of all replicas together. */
  batch: positive,
  learningRate: positive,
  optimizer: setting,
  codec: setting,
  topology: setting,
  buckets: setting,
  overlap: v.boolean(),
  /** 1: the replicas add up at every step. */
  innerSteps: positive,
  /** A slow line was emulated. */
  isSlowed: v.boolean(),
});
export type AttemptSettings = v.InferOutput<typeof attemptSettings>;

export const attempt = v.strictObject({
  run: count,
  /** The step that reached the target. */
  step: v.pipe(count, v.minValue(1)),
  /** The time of its steps, without pauses, at the host's replica. */
  ms: positive,
  /** That the host's replica sent in them. */
  bytes: count,
  /** The digest after that step. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  settings: attemptSettings,
  /** Settings were changed on the way. */
  isChanged: v.boolean(),
});
export type Attempt = v.InferOutput<typeof attempt>;

export const targetLoss = v.pipe(v.number(), v.finite(), v.minValue(1e-6), v.maxValue(1e6));

export const league = v.strictObject({
  target: targetLoss,
  /** The attempts in the order in which they came. */
  attempts: v.pipe(v.array(attempt), v.maxLength(mostAttempts)),
});
export type League = v.InferOutput<typeof league>;

/** A run counts once. Of too many the oldest goes that leads in nothing (H17b). */
export function withAttempt({ target, attempts }: League, next: Attempt): League {
  const all = [...attempts.filter(({ run }) => run !== next.run), next];
  const leaders = [fastest(all), leanest(all)];
  const spare = all.length > mostAttempts ? all.find((one) => !leaders.includes(one)) : undefined;
  return { target, attempts: all.filter((one) => one !== spare) };
}

/** The fastest attempt; the earlier one of equals. */
export function fastest(attempts: readonly Attempt[]): Attempt | undefined {
  return least(attempts, ({ ms }) => ms);
}

/** The attempt with the fewest bytes. One replica has nobody to send them to. */
export function leanest<One extends Pick<Attempt, 'bytes' | 'settings'>>(
  attempts: readonly One[],
): One | undefined {
  return least(
    attempts.filter(({ settings }) => settings.replicas > 1),
    ({ bytes }) => bytes,
  );
}

/** The attempts for a wall: the fastest ones, and the one with the fewest bytes, the fastest first. */
export function bestAttempts(attempts: readonly Attempt[], most: number): readonly Attempt[] {
  const sorted = attempts.toSorted((a, b) => a.ms - b.ms);
  const best = sorted.slice(0, most);
  const lean = leanest(attempts);
  return !lean || best.includes(lean) ? best : [...best.slice(0, -1), lean];
}

function least<One>(attempts: readonly One[], of: (one: One) => number): One | undefined {
  return attempts.reduce<One | undefined>(
    (best, one) => (best && of(best) <= of(one) ? best : one),
    undefined,
  );
}
