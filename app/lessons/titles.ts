// The lessons in their order, by name: what the index shows before any of them is loaded.
import type { LessonId } from './core/lesson';

export const lessonTitles: Readonly<Record<LessonId, { readonly title: string; readonly promise: string }>> =
  {
    'one-model': {
      title: 'One model, many tabs',
      promise: 'Four replicas that share a batch learn what one replica learns from the whole of it.',
    },
    'effective-batch': {
      title: 'The effective batch',
      promise: 'More replicas make a larger batch, and a larger batch wants another learning rate.',
    },
    'communication-wall': {
      title: 'The communication wall',
      promise: 'How long a step takes can be computed from the model and the line.',
    },
    'fuse-and-overlap': {
      title: 'Fuse and overlap',
      promise: 'Many small sums pay many delays. Buckets share them, and overlap hides them.',
    },
    'fewer-bytes': {
      title: 'Fewer bytes',
      promise: 'A gradient can be sent with a fraction of its bytes, and the model learns all the same.',
    },
    'talk-less': {
      title: 'Talk less',
      promise: 'Replicas that train alone for some steps send less, until they drift too far apart.',
    },
    'peer-dies': {
      title: 'A peer dies',
      promise: 'A device drops out in the middle of a step, and nothing that was learned is lost.',
    },
    'when-it-stops': {
      title: 'When it stops',
      promise: 'Memory, communication, batch: three limits of sharing a batch, and what is split instead.',
    },
  };

export const lessonIds = Object.keys(lessonTitles) as readonly LessonId[];
