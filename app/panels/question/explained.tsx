// Why it came so: the lesson's explanation of a run that is over, by the numbers that came with it (H19), in the
// language of this page.
import type { LessonRun } from '../../../src/replica/protocol';
import type { Values } from '../../lessons/core/control';
import type { Facts, Lesson } from '../../lessons/core/lesson';
import { useLesson, type LessonAsked } from './use-lesson';
import css from './question.module.css';

interface ExplainedProps {
  asks: LessonAsked;
  run: LessonRun;
}

export function Explained({ asks, run }: ExplainedProps) {
  const known = useLesson(asks);
  return known && run.facts ? <Explanation {...known} facts={run.facts} /> : null;
}

interface ExplanationProps {
  lesson: Pick<Lesson, 'explain'>;
  values: Values;
  facts: Facts;
}

/** Drawn of fixtures too. */
export function Explanation({ lesson, values, facts }: ExplanationProps) {
  return lesson.explain(values, facts).map((text) => (
    <p key={text} className={css.hint}>
      {text}
    </p>
  ));
}
