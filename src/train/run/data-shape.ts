// The shape of one example of a run's data, from the configuration alone. Nothing need be loaded.
import { storyVocabulary } from '../../data/story-characters';
import { sizeOf } from '../../ops/layer';
import type { RunConfig } from './run-config';

export interface DataShape {
  readonly holds: 'reals' | 'tokens';
  readonly inputs: number;
  /** Loss terms of one example. */
  readonly terms: number;
  readonly classes: number;
}

/** Each member brings its own examples (S20). */
export function isOwnData(data: RunConfig['data']): boolean {
  return 'own' in data && data.own === true;
}

export function shapeOf(data: RunConfig['data']): DataShape {
  switch (data.kind) {
    case 'points':
      return { holds: 'reals', inputs: 2, terms: 1, classes: 2 };
    case 'digits':
      return { holds: 'reals', inputs: 28 * 28, terms: 1, classes: 10 };
    case 'idx':
      return { holds: 'reals', inputs: sizeOf(data.inputShape), terms: 1, classes: data.classes };
    case 'stories':
      return { holds: 'tokens', inputs: data.context, terms: data.context, classes: storyVocabulary };
    case 'text':
      return { holds: 'tokens', inputs: data.context, terms: data.context, classes: data.vocabulary };
    default:
      return data satisfies never;
  }
}
