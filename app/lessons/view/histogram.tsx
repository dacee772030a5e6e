// Answers to a question as bars. Counts only, never names.
import { t } from '@lingui/core/macro';
import { Bars } from '../../ui/bars';
import { histogram, type Answer, type Question } from '../core/prediction';
import css from './bar-list.module.css';

interface Props {
  readonly question: Question;
  readonly answers: readonly Answer[];
  readonly measured?: Answer;
}

export function Histogram({ question, answers, measured }: Props) {
  const bins = histogram(question, answers, measured);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <Bars
      label={t`Answers`}
      className={css.bars}
      bars={bins.map(({ label, count, isMeasured }) => ({
        key: label,
        name: (
          <>
            {label}
            {isMeasured ? <strong className={css.measured}> {t`← measured`}</strong> : null}
          </>
        ),
        share: count / most,
        value: <strong>{count}</strong>,
      }))}
    />
  );
}
