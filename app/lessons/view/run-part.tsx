// The place of a lesson's run: the lesson's picture before anything has run, and then the run.
import { t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';
import { withWords } from '../../bridge/session/page-language';
import { lazyPart } from '../../ui/lazy-part';
import type { Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { LessonPicture } from './lesson-picture';
import type { LessonWay } from './use-lesson';
import css from './lesson.module.css';

const SumPicture = lazy(() => withWords(import('./sum-picture')));
export const RunShown = lazyPart(async () => (await withWords(import('./run-shown'))).RunShown);

interface Props extends Pick<LessonWay, 'state' | 'cancel' | 'hurry'> {
  lesson: Lesson;
  /** The picture of the story stands elsewhere. */
  isToldAbove: boolean;
}

export function RunPart({ state: { run, values }, lesson, isToldAbove, cancel, hurry }: Props) {
  if (run.kind !== 'not run')
    return <RunShown lesson={lesson} values={values} run={run} cancel={cancel} hurry={hurry} />;
  return isToldAbove ? (
    <p className={css.hint}>{t`The run appears here.`}</p>
  ) : (
    <div className={css.before}>
      <StoryPicture lesson={lesson} values={values} />
    </div>
  );
}

/** The story as a picture: a sum that one can play, or a drawing. */
export function StoryPicture({ lesson: { id, races }, values }: { lesson: Lesson; values: Values }) {
  return races ? (
    <Suspense fallback={null}>
      <SumPicture sum={races(values)[0]} hasControls />
    </Suspense>
  ) : (
    <LessonPicture id={id} />
  );
}
