// The answers to a question as bars: counts only. Sizes are in em, for a wall too.
import { t } from '@lingui/core/macro';
import { histogram, type Answer, type Question } from '../../lessons/core/prediction';
import { saidWords } from './question-words';
import css from './question.module.css';

export function AnswerBars({
  question,
  answers,
  measured,
  mine,
}: {
  question: Question;
  answers: readonly Answer[];
  measured: Answer | undefined;
  mine?: Answer | undefined;
}) {
  const bins = histogram(question, answers, measured);
  const own = mine ? histogram(question, [mine], measured) : [];
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <>
      <ul className={css.bars} aria-label={t`Answers`}>
        {bins.map(({ label, count, isMeasured }, index) => (
          <li key={label} className={isMeasured ? css.came : undefined}>
            <span>
              {label}
              {own[index]?.count ? <span className={css.own}> {t`· you`}</span> : null}
            </span>
            <span className={css.track} aria-hidden="true">
              <span style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className={css.count}>{count}</span>
          </li>
        ))}
      </ul>
      {measured ? (
        <p className={css.what}>
          {t`What came:`} <strong>{saidWords(question, measured)}</strong>
        </p>
      ) : null}
    </>
  );
}
