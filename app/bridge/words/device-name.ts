// The name of a device. A graphics card has one of its own; how a processor computes is said in the page's language.
import { plural, t } from '@lingui/core/macro';

/** 'Apple M3', 'CPU (SIMD, 2 threads)'. What no replica of ours says stays as it is. */
export function deviceName(device: string): string {
  if (device === 'CPU (plain loops)') return t`CPU (plain loops)`;
  const threads = /^CPU \(SIMD, (\d+) threads?\)$/.exec(device)?.[1];
  return threads === undefined
    ? device
    : t`CPU (SIMD, ${{ threads: Number(threads) }} ${plural({ threads: Number(threads) }, { one: 'thread', other: 'threads' })})`;
}
