// The lessons in their order, by name: what the index shows before any of them is loaded.
import { t } from '@lingui/core/macro';
import type { LessonId } from './core/lesson';

export const lessonTitles: Readonly<Record<LessonId, { readonly title: string; readonly promise: string }>> =
  {
    'one-model': {
      get title() {
        return t`One model, many tabs`;
      },
      get promise() {
        return t`Four replicas that share a batch learn what one replica learns from the whole of it.`;
      },
    },
    'effective-batch': {
      get title() {
        return t`The effective batch`;
      },
      get promise() {
        return t`More replicas make a larger batch, and a larger batch wants another learning rate.`;
      },
    },
    'communication-wall': {
      get title() {
        return t`The communication wall`;
      },
      get promise() {
        return t`How long a step takes can be computed from the model and the line.`;
      },
    },
    'fuse-and-overlap': {
      get title() {
        return t`Fuse and overlap`;
      },
      get promise() {
        return t`Many small sums pay many delays. Buckets share them, and overlap hides them.`;
      },
    },
    'fewer-bytes': {
      get title() {
        return t`Fewer bytes`;
      },
      get promise() {
        return t`A gradient can be sent with a fraction of its bytes, and the model learns all the same.`;
      },
    },
    'talk-less': {
      get title() {
        return t`Talk less`;
      },
      get promise() {
        return t`Replicas that train alone for some steps send less, until they drift too far apart.`;
      },
    },
    'peer-dies': {
      get title() {
        return t`A peer dies`;
      },
      get promise() {
        return t`A device drops out in the middle of a step, and nothing that was learned is lost.`;
      },
    },
    'when-it-stops': {
      get title() {
        return t`When it stops`;
      },
      get promise() {
        return t`Memory, communication, batch: three limits of sharing a batch, and what is split instead.`;
      },
    },
  };
