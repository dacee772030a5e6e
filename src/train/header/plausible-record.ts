// What of a member's record makes sense (H23). A record is its author's own word: it may hold a loss below zero, or more
// right answers than examples. All members read it through this one function, from the same bytes. So what cannot be is
// neither shown nor used anywhere, and every member decides alike. A gradient or a loss that is not finite is no lie.
import { emptySums, isCount, type HeaderRecord } from './header-record';

type Last = HeaderRecord['last'];
type Sums = Pick<Last, 'lossSum' | 'score' | 'count'>;

/** A longer flight of a frame means a link that is lost (M12). */
const longestEdgeMs = 60_000;

export interface Judged {
  readonly record: HeaderRecord;
  /** The record’s author is to be named. */
  readonly isAbsurd: boolean;
}

/** `mayHaveAmounts`: the run may be one that predicts amounts, whose score is R², any number up to 1. */
export function plausible(record: HeaderRecord, mayHaveAmounts: boolean): Judged {
  const { last, validation } = record;
  const hasSums = areSums(last, mayHaveAmounts) && !(last.gradientSquared < 0);
  const hasValidation = areSums(validation, mayHaveAmounts);
  const hasTraffic = [last.bytesSent, last.bytesReceived].every(isCount);
  const hasTimes = Object.values(last.split).every((ms) => ms >= 0 && ms < Infinity);
  const isEdgePossible = record.edgeMs <= longestEdgeMs;
  const areFlightsPossible = record.flightsMs.every((ms) => ms <= longestEdgeMs);
  const areEdgesPossible = isEdgePossible && areFlightsPossible;
  const isWhole = hasSums && hasValidation && hasTraffic && hasTimes && areEdgesPossible;
  if (isWhole && isRank(last.waitedForRank)) return { record, isAbsurd: false };
  return {
    record: {
      ...record,
      last: {
        ...last,
        ...(hasSums ? {} : { ...emptySums, gradientSquared: 0 }),
        ...(hasTraffic ? {} : { bytesSent: 0, bytesReceived: 0 }),
        split: hasTimes ? last.split : noTimes(last.split),
        waitedForRank: isRank(last.waitedForRank) ? last.waitedForRank : -1,
      },
      validation: hasValidation ? validation : { step: 0, ...emptySums },
      edgeMs: isEdgePossible ? record.edgeMs : 0,
      flightsMs: areFlightsPossible ? record.flightsMs : record.flightsMs.map(() => 0),
    },
    isAbsurd: true,
  };
}

/** A sum over no terms is 0, and over some at least 0. The score of amounts is no number where the loss is none. */
function areSums({ lossSum, score, count }: Sums, mayHaveAmounts: boolean): boolean {
  const isNegative = lossSum < 0 || (count === 0 && lossSum !== 0);
  const isScore = mayHaveAmounts && count > 0 ? !(score > count) : score >= 0 && score <= count;
  return isCount(count) && !isNegative && isScore;
}

function isRank(value: number): boolean {
  return Number.isInteger(value) && value >= -1 && value < 64;
}

function noTimes(split: Last['split']): Last['split'] {
  return Object.fromEntries(Object.keys(split).map((part) => [part, 0])) as unknown as Last['split'];
}
