// Why it came so: the lesson's explanation of a run that is over, by the numbers that came with it (H19), in the
// language of this page.
import { useEffect, useState } from 'react';
import type { LessonRun, Question as Asked } from '../../../src/replica/protocol';
import { loadLesson } from '../../lessons/catalogue';
import { parseValues, type Values } from '../../lessons/core/control';
import type { Facts, Lesson } from '../../lessons/core/lesson';
import css from './question.module.css';

type LessonAsked = Extract<Asked, { kind: 'lesson' }>;

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
  const known = useLessonOf(asks);
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

/** undefined: not loaded, or this page knows no such lesson. */
function useLessonOf(asks: LessonAsked): { readonly lesson: Lesson; readonly values: Values } | undefined {
  const key = JSON.stringify(asks);
  const [known, setKnown] = useState<{ key: string; lesson: Lesson; values: Values }>();
  useEffect(() => {
    let isCurrent = true;
    const { lesson: id, values: asked } = JSON.parse(key) as LessonAsked;
    loadLesson(id)
      .then((lesson) => {
        if (!lesson || !isCurrent) return;
        const values = parseValues(lesson.controls(), new URLSearchParams(asked).toString());
        setKnown({ key, lesson, values });
      })
      .catch(() => undefined); // what came is said without it
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return known?.key === key ? known : undefined;
}
