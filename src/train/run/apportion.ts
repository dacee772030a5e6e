// How many examples of a step each replica takes: pure arithmetic over speeds. Largest remainder (Hamilton's method):
// each gets the whole part of its quota; the rest goes to the largest fractions, the senior first among equals. Where
// there are enough, each gets at least one, so that its speed is measured.

/** Shares that add up to `total`. A faster replica never has a smaller share. Speeds are above 0. */
export function apportion(speeds: readonly number[], total: number): number[] {
  const ranks = speeds.map((_, rank) => rank);
  const bySpeed = [...ranks].sort((a, b) => speeds[b] - speeds[a] || a - b);
  if (total < speeds.length) return ranks.map((rank) => (bySpeed.indexOf(rank) < total ? 1 : 0));
  const sum = speeds.reduce((a, b) => a + b, 0);
  const quotas = speeds.map((speed) => (total * speed) / sum);
  const shares = quotas.map(Math.floor);
  const byFraction = [...ranks].sort((a, b) => quotas[b] - shares[b] - (quotas[a] - shares[a]) || a - b);
  let left = total - shares.reduce((a, b) => a + b, 0);
  for (const rank of byFraction) if (left > 0 && left--) shares[rank]++;
  for (const rank of ranks) {
    if (shares[rank] > 0) continue;
    // The slowest of those with the largest share gives one, which keeps the order by speed.
    const most = Math.max(...shares);
    const giver = [...bySpeed].reverse().find((other) => shares[other] === most)!;
    shares[giver]--;
    shares[rank]++;
  }
  return shares;
}

/** Whole micro-batches, the last member's cut where the batch ends. Where there are fewer of them than members, the
 *  parts are equal: each is at most a micro-batch and takes as long as one. */
export function partsBySpeed(speeds: readonly number[], batch: number, microBatch: number): number[] {
  const microBatches = Math.ceil(batch / microBatch);
  if (microBatches < speeds.length) return equalParts(speeds.length, batch);
  const counts = apportion(speeds, microBatches).map((share) => share * microBatch);
  counts[counts.length - 1] -= microBatches * microBatch - batch;
  return counts;
}

/** Examples of each, which differ by one at most. */
export function equalParts(members: number, batch: number): number[] {
  return apportion(Array<number>(members).fill(1), batch);
}

/** What the step waits for: the longest of the shares' times. Shares are in micro-batches. */
export function stepTime(speeds: readonly number[], shares: readonly number[]): number {
  return Math.max(...shares.map((share, rank) => share / speeds[rank]));
}

/** The median that is a value of the list: the lower of the middle two of an even number of values. */
export function lowerMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1];
}
