// How long the last sums took, for the picture of a sum. It stays as it is while they change little, so that the picture keeps
// its pace. Pure.
import type { StepRecord } from '../../../src/replica/protocol';

/** A picture that changes its pace jumps, so that it follows only changes larger than this. */
const worthChanging = 0.15;

type Summed = Pick<StepRecord, 'worldSize' | 'topology' | 'allReduceMs'>;

/** The median of those sums of `records` that travelled as the last one did, among as many; undefined: there is none.
 *  `before`: what the picture takes now. */
export function sumTimeOf(
  records: readonly Summed[],
  worldSize: number,
  before: number | undefined,
): number | undefined {
  const topology = records.at(-1)?.topology;
  const times = records
    .filter((record) => record.worldSize === worldSize && record.topology === topology)
    .map(({ allReduceMs }) => allReduceMs)
    .filter((ms) => ms > 0)
    .sort((a, b) => a - b);
  if (worldSize < 2 || times.length === 0) return undefined;
  const ms = times[times.length >> 1];
  return before !== undefined && Math.abs(ms / before - 1) < worthChanging ? before : ms;
}
