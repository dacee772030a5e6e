// Collectives in words.
import { t } from '@lingui/core/macro';
import type { CollectiveName } from '../../../src/collectives/collective-plan';

export const collectiveTitles: Readonly<Record<CollectiveName, string>> = {
  get 'all-reduce'() {
    return t`All-reduce`;
  },
  get 'reduce-scatter'() {
    return t`Reduce-scatter`;
  },
  get 'all-gather'() {
    return t`All-gather`;
  },
  get broadcast() {
    return t`Broadcast`;
  },
  get barrier() {
    return t`Barrier`;
  },
};

export const collectiveNotes: Readonly<Record<CollectiveName, string>> = {
  get 'all-reduce'() {
    return t`All get the sum of all vectors.`;
  },
  get 'reduce-scatter'() {
    return t`Each gets its own part of the sum.`;
  },
  get 'all-gather'() {
    return t`Each gives its own part; all get the whole.`;
  },
  get broadcast() {
    return t`The first replica gives its vector to all.`;
  },
  get barrier() {
    return t`Nobody goes on before all have come.`;
  },
};

/** The check of each collective's result, in words. */
export const collectiveResults: Readonly<Record<CollectiveName, string>> = {
  get 'all-reduce'() {
    return t`The sum`;
  },
  get 'reduce-scatter'() {
    return t`Each replica’s part of the sum`;
  },
  get 'all-gather'() {
    return t`The gathered vector`;
  },
  get broadcast() {
    return t`The vector`;
  },
  get barrier() {
    return t`The barrier`;
  },
};
