// Answers to a question as bars. Counts only, never names.
import { histogram, type Answer, type Question } from '../core/prediction';
import { lessonsText } from '../../text/lessons';
import css from './lesson.module.css';

export function Histogram({
  question,
  answers,
  measured,
}: {
  question: Question;
  answers: readonly Answer[];
  measured?: Answer;
}) {
  const bins = histogram(question, answers, measured);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <ul className={css.bars} aria-label={lessonsText.answers}>
      {bins.map(({ label, count, isMeasured }) => (
        <li key={label}>
          <span>
            {label}
            {isMeasured ? <strong className={css.measured}> {lessonsText.measured}</strong> : null}
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
