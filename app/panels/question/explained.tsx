// Why it came so: the lesson's explanation of a run that is over, by the numbers that came with it (H19), in the
// language of this page.
import type { LessonRun } from '../../../src/replica/protocol';
import type { Values } from '../../lessons/core/control';
import type { Facts, Lesson } from '../../lessons/core/lesson';
import { useLesson, type LessonAsked } from './use-lesson';
import css from './question.module.css';

export function Explained({
  asks,
  run,
  className,
}: {
  asks: LessonAsked;
  run: LessonRun;
  /** The class of each paragraph. */
  className?: string | undefined;
}) {
  const known = useLesson(asks);
  return known && run.facts ? <Explanation {...known} facts={run.facts} className={className} /> : null;
}

/** Drawn of fixtures too. */
export function Explanation({
  lesson,
  values,
  facts,
  className = css.hint,
}: {
  lesson: Pick<Lesson, 'explain'>;
  values: Values;
  facts: Facts;
  className?: string | undefined;
}) {
  return lesson.explain(values, facts).map((text) => (
    <p key={text} className={className}>
      {text}
    </p>
  ));
}
