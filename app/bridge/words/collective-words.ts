// Collectives in words.
import { t } from '@lingui/core/macro';
import type { CollectiveName } from '../../../src/collectives/collective-plan';

export const collectiveTitles: Readonly<Record<CollectiveName, () => string>> = {
  'all-reduce': () => t`All-reduce`,
  'reduce-scatter': () => t`Reduce-scatter`,
  'all-gather': () => t`All-gather`,
  broadcast: () => t`Broadcast`,
  barrier: () => t`Barrier`,
};

export const collectiveNotes: Readonly<Record<CollectiveName, () => string>> = {
  'all-reduce': () => t`All get the sum of all vectors.`,
  'reduce-scatter': () => t`Each gets its own part of the sum.`,
  'all-gather': () => t`Each gives its own part; all get the whole.`,
  broadcast: () => t`The first replica gives its vector to all.`,
  barrier: () => t`Nobody goes on before all have come.`,
};

/** The check of each collective's result, in words. */
export const collectiveResults: Readonly<Record<CollectiveName, () => string>> = {
  'all-reduce': () => t`The sum`,
  'reduce-scatter': () => t`Each replica’s part of the sum`,
  'all-gather': () => t`The gathered vector`,
  broadcast: () => t`The vector`,
  barrier: () => t`The barrier`,
};
