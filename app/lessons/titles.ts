// The lessons in their order, by name: what the index shows before any of them is loaded.
import { t } from '@lingui/core/macro';
import type { LessonId } from './core/lesson';

export const lessonTitles: Readonly<
  Record<LessonId, () => { readonly title: string; readonly promise: string }>
> = {
  'how-a-sum-travels': () => ({
    title: t`How a sum travels`,
    promise: t`What each tab learned goes around in coloured chunks, until all hold the sum of all.`,
  }),
  'one-model': () => ({
    title: t`One model, many tabs`,
    promise: t`Four replicas that share a batch learn what one replica learns from the whole of it.`,
  }),
  'effective-batch': () => ({
    title: t`The effective batch`,
    promise: t`More replicas make a larger batch, and a larger batch wants another learning rate.`,
  }),
  'communication-wall': () => ({
    title: t`The communication wall`,
    promise: t`How long a step takes can be computed from the model and the line.`,
  }),
  'fuse-and-overlap': () => ({
    title: t`Fuse and overlap`,
    promise: t`Many small sums pay many delays. Buckets share them, and overlap hides them.`,
  }),
  'fewer-bytes': () => ({
    title: t`Fewer bytes`,
    promise: t`A gradient can be sent with a fraction of its bytes, and the model learns all the same.`,
  }),
  'talk-less': () => ({
    title: t`Talk less`,
    promise: t`Replicas that train alone for some steps send less, until they drift too far apart.`,
  }),
  'peer-dies': () => ({
    title: t`A peer dies`,
    promise: t`A device drops out in the middle of a step, and nothing that was learned is lost.`,
  }),
  'when-it-stops': () => ({
    title: t`When it stops`,
    promise: t`Memory, communication, batch: three limits of sharing a batch, and what is split instead.`,
  }),
};
