// Why a lesson came out as it did, on a wall: the question, what came, and the lesson's explanation in large words.
import { t } from '@lingui/core/macro';
import type { QuestionNow } from '../../../src/replica/protocol';
import { cameOf } from './asked-question';
import { Explained } from './explained';
import { saidWords } from './question-words';
import { useAsked } from './use-asked';
import css from './question.module.css';

export default function WatchedWhy({ now }: { now: QuestionNow }) {
  const asked = useAsked(now.asks);
  if (asked === 'loading') return null;
  const measured = asked === 'missing' ? undefined : cameOf(asked.question, now.measured);
  if (asked === 'missing' || !measured || !now.run || now.asks.kind !== 'lesson')
    return <p>{t`The words of this question could not be loaded.`}</p>;
  return (
    <div className={css.wall}>
      <p className={css.question}>{asked.question.text}</p>
      <p>
        {t`What came:`} <strong>{saidWords(asked.question, measured)}</strong>
      </p>
      <div className={css.whys}>
        <Explained asks={now.asks} run={now.run} className={css.why} />
      </div>
    </div>
  );
}
