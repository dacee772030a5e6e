// Numbers as people read them, in the page's language: 0.0625 is 0,0625 in German. Every formatter takes undefined and
// non-finite values and returns '–' for them. Files that other programs read are not written by these.

import { t } from '@lingui/core/macro';
import { groupDigits } from '../../../src/base/group-digits';
import { language } from '../../words/language';

const missing = '–';

function isReal(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

/** 1,234,567. */
export function formatCount(value: number | undefined): string {
  return isReal(value) ? grouped(groupDigits(value)) : missing;
}

/** 12.3 k, 1.23 M: three significant digits. */
export function formatShort(value: number | undefined): string {
  if (!isReal(value)) return missing;
  return scaled(value, counts);
}

/** 12 B, 1.5 MB: powers of 1,000, as links are measured. */
export function formatBytes(value: number | undefined): string {
  if (!isReal(value)) return missing;
  return scaled(value, sizes);
}

type InUnit = (count: string) => string;

/** Units, each a thousand times the one before. */
const counts: readonly InUnit[] = [
  (count) => count,
  (count) => t`${count}\u00a0k`,
  inMillions,
  inBillions,
  inTrillions,
];
const sizes: readonly InUnit[] = [
  (count) => t`${count}\u00a0B`,
  (count) => t`${count}\u00a0kB`,
  (count) => t`${count}\u00a0MB`,
  (count) => t`${count}\u00a0GB`,
  (count) => t`${count}\u00a0TB`,
];

function inMillions(count: string): string {
  return `${count}\u00a0M`;
}

function inBillions(count: string): string {
  return t`${count}\u00a0G`;
}

function inTrillions(count: string): string {
  return t`${count}\u00a0T`;
}

export function formatRate(bytesPerSecond: number | undefined): string {
  return isReal(bytesPerSecond) ? `${formatBytes(bytesPerSecond)}/s` : missing;
}

/** 0.42 ms, 12.3 ms, 1.20 s, 3 min 5 s. */
export function formatMs(ms: number | undefined): string {
  if (!isReal(ms)) return missing;
  if (ms < 0) return missing;
  if (ms < 1000) return t`${{ significant: significant(ms) }}\u00a0ms`;
  if (ms < 60_000) return t`${{ significant: significant(ms / 1000) }}\u00a0s`;
  const minutes = Math.floor(ms / 60_000);
  return t`${minutes}\u00a0min ${{ floor: Math.floor((ms % 60_000) / 1000) }}\u00a0s`;
}

/** 0 … 1 as '93.4 %'. */
export function formatPercent(share: number | undefined, digits = 1): string {
  return isReal(share) ? `${formatFixed(share * 100, digits)}\u00a0%` : missing;
}

/** A loss or a learning rate: four significant digits, 1e-4 below a thousandth. */
export function formatValue(value: number | undefined): string {
  if (!isReal(value)) return missing;
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 0.001 || size >= 100_000) return withDecimalSign(value.toExponential(2).replace('e+', 'e'));
  if (size >= 1000) return formatCount(value);
  return withDecimalSign(value.toPrecision(size >= 1 ? 4 : 3));
}

/** An axis tick, in full: 0.00025, 2,500, 1.25 M, 1.5e-4. `largest` of the same axis decides how all of its ticks
 *  are written, so that neighbours compare: 0.5 M beside 1 M. */
export function formatTick(value: number | undefined, largest?: number): string {
  if (!isReal(value)) return missing;
  if (value === 0) return '0';
  const size = Math.abs(largest ?? value);
  if (size < 0.001 || size >= 1e15) return withDecimalSign(exactly(value).toExponential().replace('e+', 'e'));
  const written = (unit: number): string => grouped(tickNumber.format(exactly(value / unit)));
  if (size < 1e6) return written(1);
  if (size < 1e9) return inMillions(written(1e6));
  return size < 1e12 ? inBillions(written(1e9)) : inTrillions(written(1e12));
}

/** Made once: `toLocaleString` makes one each time, which takes longer than to draw the tick. */
const tickNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 });

/** Thousands and decimals as the current language parts them. */
function grouped(number: string): string {
  return language() === 'en' ? number : withDecimalSign(number.replaceAll(',', '\u202f'));
}

/** A number without thousands parted, as `toFixed` and its like write it, with the decimal sign of the language. */
export function withDecimalSign(number: string): string {
  return language() === 'en' ? number : number.replace('.', ',');
}

/** 2.30: so many decimals. */
export function formatFixed(value: number | undefined, decimals: number): string {
  return isReal(value) ? withDecimalSign(value.toFixed(decimals)) : missing;
}

/** 2.3: at most so many significant digits. */
export function formatDigits(value: number | undefined, digits: number): string {
  return isReal(value) ? withDecimalSign(String(Number(value.toPrecision(digits)))) : missing;
}

/** The first six digits: enough to compare by eye. */
export function formatDigest(digest: string | undefined): string {
  return digest ? digest.slice(0, 6) : missing;
}

export function formatClock(epochMs: number): string {
  const date = new Date(epochMs);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** 'the file is empty' → 'The file is empty.' */
/** `names`: that the sentence may begin with. */
export function formatSentence(message: string, names?: readonly unknown[]): string {
  return `${capital(message, names)}${/[.?!]$/.test(message) ? '' : '.'}`;
}

/** The first letter of a sentence. A name of a file, a folder or a host stays as it is written. */
export function capital(message: string, names: readonly unknown[] = []): string {
  const isName =
    names.some((name) => typeof name === 'string' && name !== '' && message.startsWith(name)) ||
    /^[^\s:]*[./\\_][^\s:]/.test(message);
  return isName ? message : message.charAt(0).toUpperCase() + message.slice(1);
}

/** 'Calm Heron', 'Calm Heron and Brave Otter', all of up to four, else 'Calm Heron, Brave Otter and 3 more'. */
export function formatNames(names: readonly string[]): string {
  if (names.length === 0) return t`nobody`;
  if (names.length === 1) return names[0];
  if (names.length <= 4)
    return t`${{ names: names.slice(0, -1).join(', ') }} and ${{ value: names[names.length - 1] }}`;
  return t`${{ value: names[0] }}, ${{ value2: names[1] }} and ${{ n: names.length - 2 }} more`;
}

/** The sentences that there are: what is false, undefined or empty says nothing. */
export function sentencesOf(...parts: readonly (string | false | undefined)[]): string[] {
  return parts.filter((part): part is string => typeof part === 'string' && part !== '');
}

/** Removes the digits that binary arithmetic added to a decimal. */
function exactly(value: number): number {
  return Number(value.toPrecision(12));
}

function significant(value: number): string {
  if (value === 0) return '0';
  if (value >= 100) return value.toFixed(0);
  return withDecimalSign(value.toFixed(value >= 10 ? 1 : 2));
}

function scaled(value: number, units: readonly InUnit[]): string {
  let size = value;
  let unit = 0;
  while (Math.abs(size) >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  const text = unit === 0 && Number.isInteger(size) ? String(size) : significant(size);
  return units[unit](text);
}
