// The explanation of a lesson, on a wall: the question, its result, the reason in one sentence, and the picture of the sum.
import { t } from '@lingui/core/macro';
import type { QuestionNow } from '../../../src/replica/protocol';
import type { Facts } from '../../lessons/core/lesson';
import { sumOf } from '../../lessons/core/sum-of';
import SumPicture from '../../lessons/view/sum-picture';
import { cameOf } from './asked-question';
import { saidWords } from './question-words';
import { useAsked } from './use-asked';
import { useLesson, type LessonAsked } from './use-lesson';
import css from './question.module.css';

interface Props {
  now: QuestionNow;
  /** The size of the smallest words in the picture. */
  textPx: number;
}

export default function WatchedWhy({ now: { asks, run, measured }, textPx }: Props) {
  const asked = useAsked(asks);
  if (asked === 'loading') return null;
  const came = asked === 'missing' ? undefined : cameOf(asked.question, measured);
  if (asked === 'missing' || !came || !run?.facts || asks.kind !== 'lesson')
    return <p>{t`The words of this question could not be loaded.`}</p>;
  return (
    <div className={css.reason}>
      <p className={css.settings}>{asked.question.text}</p>
      <p>
        {t`What came:`} <strong>{saidWords(asked.question, came)}</strong>
      </p>
      <Because asks={asks} facts={run.facts} textPx={textPx} />
    </div>
  );
}

interface BecauseProps {
  asks: LessonAsked;
  facts: Facts;
  textPx: number;
}

/** The first sentence of an explanation says it alone. */
function Because({ asks, facts, textPx }: BecauseProps) {
  const known = useLesson(asks);
  if (!known) return null;
  const { lesson, values } = known;
  return (
    <div className={css.because}>
      <p>{lesson.explain(values, facts)[0]}</p>
      <SumPicture sum={sumOf(lesson, values)} wallPx={textPx} />
    </div>
  );
}
