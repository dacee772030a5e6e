// The answers to a question as bars: counts only. Sizes are in em, for a wall too.
import { t } from '@lingui/core/macro';
import { histogram, type Answer, type Question } from '../../lessons/core/prediction';
import { Bars } from '../../ui/bars';
import { saidWords } from './question-words';
import css from './question.module.css';

interface Props {
  readonly question: Question;
  readonly answers: readonly Answer[];
  readonly measured: Answer | undefined;
  readonly mine?: Answer | undefined;
}

export function AnswerBars({ question, answers, measured, mine }: Props) {
  const bins = histogram(question, answers, measured);
  const own = mine ? histogram(question, [mine], measured) : [];
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <>
      <Bars
        label={t`Answers`}
        className={css.bars}
        bars={bins.map(({ label, count, isMeasured }, index) => ({
          key: label,
          name: own[index]?.count ? (
            <>
              {label} <strong>{t`· you`}</strong>
            </>
          ) : (
            label
          ),
          share: count / most,
          value: <strong>{count}</strong>,
          isMarked: isMeasured,
        }))}
      />
      {measured ? (
        <p className={css.what}>
          {t`What came:`} <strong>{saidWords(question, measured)}</strong>
        </p>
      ) : null}
    </>
  );
}
