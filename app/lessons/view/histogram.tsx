// Answers to a question as bars. Counts only, never names.
import { t } from '@lingui/core/macro';
import { histogram, type Answer, type Question } from '../core/prediction';
import css from './lesson.module.css';

interface Props {
  question: Question;
  answers: readonly Answer[];
  measured?: Answer;
}

export function Histogram({ question, answers, measured }: Props) {
  const bins = histogram(question, answers, measured);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <ul className={css.bars} aria-label={t`Answers`}>
      {bins.map(({ label, count, isMeasured }) => (
        <li key={label}>
          <span>
            {label}
            {isMeasured ? <strong className={css.measured}> {t`← measured`}</strong> : null}
          </span>
          <span className={css.track} aria-hidden="true">
            <span style={{ width: `${(100 * count) / most}%` }} />
          </span>
          <span className={css.amount}>{count}</span>
        </li>
      ))}
    </ul>
  );
}
