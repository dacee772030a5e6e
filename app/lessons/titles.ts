// The lessons in their order, by name: what the index shows before any of them is loaded.
import type { LessonId } from './core/lesson';

export const lessonTitles: Partial<Record<LessonId, { readonly title: string; readonly promise: string }>> = {
  'one-model': {
    title: 'One model, many tabs',
    promise: 'Four replicas that share a batch learn what one replica learns from the whole of it.',
  },
  'effective-batch': {
    title: 'The effective batch',
    promise: 'More replicas make a larger batch, and a larger batch wants another learning rate.',
  },
};

export const lessonIds = Object.keys(lessonTitles) as readonly LessonId[];
