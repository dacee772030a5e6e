// A run whose sums no measurement changes, for runs that are compared, and for pictures of the ring.
import type { RunConfig } from './protocol';

/** Sums go around the ring, in buckets of the sizes that the run begins with. What measurement would choose differs from
 *  run to run, and with it the order of additions: the bits. */
export function withFixedSums(config: RunConfig): RunConfig {
  const { auto: _, ...rest } = config.buckets;
  return { ...config, buckets: { ...rest, mode: 'bucketed', topology: 'ring' } };
}
