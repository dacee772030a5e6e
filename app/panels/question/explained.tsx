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
  /** The class of each paragraph. */
  className?: string | undefined;
}

export function Explained({ asks, run, className }: ExplainedProps) {
  const known = useLesson(asks);
  return known && run.facts ? <Explanation {...known} facts={run.facts} className={className} /> : null;
}

interface ExplanationProps {
  lesson: Pick<Lesson, 'explain'>;
  values: Values;
  facts: Facts;
  className?: string | undefined;
}

/** Drawn of fixtures too. */
export function Explanation({ lesson, values, facts, className = css.hint }: ExplanationProps) {
  return lesson.explain(values, facts).map((text) => (
    <p key={text} className={className}>
      {text}
    </p>
  ));
}
