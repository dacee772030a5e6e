// A profile in words, for screens ('5 Mbit/s, 40 ms, 1 % loss') and for command lines ('5mbit,40ms,1%').
import * as v from 'valibot';
import { fail, ok, type Result } from '../../base/result';
import { carriedBitsPerSecond, edgeProfile, type EdgeProfile } from './edge-profile';

/** The choices of the host's panel and of `--link`. */
export const namedProfiles = {
  lan: { bitsPerSecond: 1e9, delayMs: 0, jitterMs: 0, loss: 0 },
  wifi: { bitsPerSecond: 100e6, delayMs: 5, jitterMs: 0, loss: 0 },
  home: { bitsPerSecond: 25e6, delayMs: 20, jitterMs: 0, loss: 0 },
  slow: { bitsPerSecond: 5e6, delayMs: 40, jitterMs: 0, loss: 0 },
  bad: { bitsPerSecond: 1e6, delayMs: 100, jitterMs: 0, loss: 0.01 },
} as const satisfies Record<string, EdgeProfile>;

export type ProfileName = keyof typeof namedProfiles;

/** The words between the figures, in a language. */
export interface LineWords {
  readonly jitter: (ms: string) => string;
  readonly loss: (percent: string) => string;
  readonly carries: (rate: string) => string;
}

export const englishLine: LineWords = {
  jitter: (ms) => `jitter ${ms}\u00a0ms`,
  loss: (percent) => `${percent}\u00a0% loss`,
  carries: (rate) => `carries ${rate}`,
};

/** A loss limits the rate below the bandwidth: then the words say both. */
export function profileWords(profile: EdgeProfile, words: LineWords = englishLine): string {
  const { bitsPerSecond, delayMs, jitterMs, loss } = profile;
  const carried = carriedBitsPerSecond(profile);
  return [
    rateWords(bitsPerSecond),
    ...(delayMs > 0 ? [`${rounded(delayMs)}\u00a0ms`] : []),
    ...(jitterMs > 0 ? [words.jitter(rounded(jitterMs))] : []),
    ...(loss > 0 ? [words.loss(rounded(100 * loss))] : []),
    ...(carried < 0.95 * bitsPerSecond ? [words.carries(rateWords(carried))] : []),
  ].join(', ');
}

/** '0.58 Mbit/s', '25 Mbit/s', '1 Gbit/s'. */
export function rateWords(bitsPerSecond: number): string {
  return bitsPerSecond >= 1e9
    ? `${rounded(bitsPerSecond / 1e9)}\u00a0Gbit/s`
    : `${rounded(bitsPerSecond / 1e6)}\u00a0Mbit/s`;
}

const profileSyntax =
  'lan, wifi, home, slow, bad, or a rate, a delay one way, a jitter and a loss, such as 5mbit,40ms,10ms,1%';

const bitsOf = { kbit: 1e3, mbit: 1e6, gbit: 1e9 } as const;

/** The profile that a command line names. The rate must be given; the first time is the delay, the second the jitter. */
export function readProfile(text: string): Result<EdgeProfile, 'bad-profile'> {
  if (Object.hasOwn(namedProfiles, text)) return ok(namedProfiles[text as ProfileName]);
  const rates: number[] = [];
  const times: number[] = [];
  const losses: number[] = [];
  for (const part of text.split(',')) {
    const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(kbit|mbit|gbit|ms|%)$/i.exec(part.trim());
    if (!match) return fail('bad-profile', `a line is ${profileSyntax}; not '${text}'`);
    const value = Number(match[1]);
    const unit = match[2].toLowerCase();
    if (unit === 'ms') times.push(value);
    else if (unit === '%') losses.push(value / 100);
    else rates.push(value * bitsOf[unit as keyof typeof bitsOf]);
  }
  if (rates.length !== 1 || times.length > 2 || losses.length > 1)
    return fail('bad-profile', `a line has one rate, at most two times and one loss: ${profileSyntax}`);
  const [delayMs = 0, jitterMs = 0] = times;
  return checkedProfile({ bitsPerSecond: rates[0], delayMs, jitterMs, loss: losses[0] ?? 0 });
}

const limits: Readonly<Record<keyof EdgeProfile, string>> = {
  bitsPerSecond: 'the rate is 0.35 Mbit/s to 10 Gbit/s',
  delayMs: 'the delay is 0 to 400 ms',
  jitterMs: 'the jitter is 0 to 200 ms',
  loss: 'the loss is 0 to 20 %',
};

/** The profile, or a sentence that names the limit that it breaks. */
export function checkedProfile(profile: EdgeProfile): Result<EdgeProfile, 'bad-profile'> {
  const parsed = v.safeParse(edgeProfile, profile);
  if (parsed.success) return ok(parsed.output);
  const figure = brokenLimit(profile);
  return fail('bad-profile', figure ? limits[figure] : parsed.issues[0].message);
}

/** The first figure of the profile that is outside its limits. */
export function brokenLimit(profile: EdgeProfile): keyof EdgeProfile | undefined {
  const parsed = v.safeParse(edgeProfile, profile);
  const at = parsed.success ? undefined : v.getDotPath(parsed.issues[0]);
  return at !== undefined && at !== null && at in limits ? (at as keyof EdgeProfile) : undefined;
}

/** The value with at most three significant digits. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
