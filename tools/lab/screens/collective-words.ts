// Collectives in words, in English only as all texts of the labs.
import type { CollectiveName } from '../../../src/collectives/collective-plan';

export const collectiveTitles: Readonly<Record<CollectiveName, string>> = {
  'all-reduce': 'All-reduce',
  'reduce-scatter': 'Reduce-scatter',
  'all-gather': 'All-gather',
  broadcast: 'Broadcast',
  barrier: 'Barrier',
};

export const collectiveNotes: Readonly<Record<CollectiveName, string>> = {
  'all-reduce': 'All get the sum of all vectors.',
  'reduce-scatter': 'Each gets its own part of the sum.',
  'all-gather': 'Each gives its own part; all get the whole.',
  broadcast: 'The first replica gives its vector to all.',
  barrier: 'Nobody goes on before all have come.',
};

/** The check of each collective's result, in words. */
export const collectiveResults: Readonly<Record<CollectiveName, string>> = {
  'all-reduce': 'The sum',
  'reduce-scatter': 'Each replica’s part of the sum',
  'all-gather': 'The gathered vector',
  broadcast: 'The vector',
  barrier: 'The barrier',
};
