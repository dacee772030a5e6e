// Collectives in words.
import type { CollectiveName } from '../../../src/collectives/collective-plan';
import { sumsText } from '../../text/sums';

export const collectiveTitles: Readonly<Record<CollectiveName, string>> = {
  get 'all-reduce'() {
    return sumsText.allReduce;
  },
  get 'reduce-scatter'() {
    return sumsText.reduceScatter;
  },
  get 'all-gather'() {
    return sumsText.allGather;
  },
  get broadcast() {
    return sumsText.broadcast;
  },
  get barrier() {
    return sumsText.barrier;
  },
};

export const collectiveNotes: Readonly<Record<CollectiveName, string>> = {
  get 'all-reduce'() {
    return sumsText.allGetSum;
  },
  get 'reduce-scatter'() {
    return sumsText.eachGetsOwn;
  },
  get 'all-gather'() {
    return sumsText.eachGivesOwn;
  },
  get broadcast() {
    return sumsText.firstReplicaGives;
  },
  get barrier() {
    return sumsText.nobodyGoesBefore;
  },
};

/** The check of each collective's result, in words. */
export const collectiveResults: Readonly<Record<CollectiveName, string>> = {
  get 'all-reduce'() {
    return sumsText.sum;
  },
  get 'reduce-scatter'() {
    return sumsText.eachReplicasPart;
  },
  get 'all-gather'() {
    return sumsText.gatheredVector;
  },
  get broadcast() {
    return sumsText.vector;
  },
  get barrier() {
    return sumsText.barrier2;
  },
};
