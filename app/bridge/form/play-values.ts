// The values that a host plays with beside the loss: rows of learning rates, of widths of the sums, and of lines. Pure.
import { isSameProfile, type EdgeProfile } from '../../../src/net/emulation/edge-profile';
import { namedProfiles, type ProfileName } from '../../../src/net/emulation/profile-words';
import type { RunConfig } from '../../../src/replica/protocol';

type CompressionKind = RunConfig['buckets']['codec']['kind'];

const perDecade = [1, 1.5, 2, 3, 5, 7] as const;
const lowestDecade = -5;

/** The values from 0.00001 to 1, six a decade. */
export const rates: readonly number[] = [
  ...Array.from({ length: -lowestDecade }, (_, decade) =>
    perDecade.map((first) => Number(`${first}e${lowestDecade + decade}`)),
  ).flat(),
  1,
];

/** The place of the nearest rate by ratio. */
export function nearestRate(rate: number): number {
  const far = (one: number): number => Math.abs(Math.log(one / rate));
  return rates.reduce((best, one, index) => (far(one) < far(rates[best]) ? index : best), 0);
}

/** Bits of each element of a sum. */
export const widths = [
  ['32', 'f32'],
  ['16', 'bf16'],
  ['8', 'int8'],
] as const satisfies readonly (readonly [string, CompressionKind])[];

export type Width = (typeof widths)[number][0];

/** undefined: the sums travel otherwise. */
export function widthOf(kind: CompressionKind): Width | undefined {
  return kind === 'fp16' ? '16' : widths.find(([, codec]) => codec === kind)?.[0];
}

/** From the slowest to the line as it is. */
export const lines: readonly (ProfileName | 'off')[] = ['bad', 'slow', 'home', 'wifi', 'lan', 'off'];

export function profileOf(line: ProfileName | 'off'): EdgeProfile | null {
  return line === 'off' ? null : namedProfiles[line];
}

/** The place among `lines`; of figures of its own, that of the line that carries about as much. */
export function lineAt(profile: EdgeProfile | null): { readonly at: number; readonly isNamed: boolean } {
  if (profile === null) return { at: lines.length - 1, isNamed: true };
  const named = lines.findIndex((line) => line !== 'off' && isSameProfile(namedProfiles[line], profile));
  if (named >= 0) return { at: named, isNamed: true };
  const faster = lines.findIndex(
    (line) => line === 'off' || namedProfiles[line].bitsPerSecond >= profile.bitsPerSecond,
  );
  return { at: faster, isNamed: false };
}
