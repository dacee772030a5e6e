// The host's question on a wall: how many have answered; and once it is closed, how many answered what, and what came.
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { AnswerBars } from './answer-bars';
import { answerOf, answersOf } from './asked-question';
import { answeredWords } from './question-words';
import { useAsked } from './use-asked';
import { questionText } from '../../text/question';
import css from './question.module.css';

export default function WatchedQuestion({ now }: { now: NonNullable<RingPicture['question']> }) {
  const asked = useAsked(now.asks);
  if (asked === 'loading') return null;
  if (asked === 'missing') return <p>{questionText.wordsQuestionCould}</p>;
  const { question, lesson } = asked;
  const answers = now.answers && answersOf(question, now.answers);
  const measured = now.measured === undefined ? undefined : answerOf(question, now.measured);
  return (
    <div className={`${css.wall} ${answers ? '' : css.open}`}>
      <p className={css.question}>{question.text}</p>
      {lesson ? <p className={css.settings}>{questionText.withWord3(lesson.settings)}</p> : null}
      {answers ? (
        <>
          <AnswerBars question={question} answers={answers} measured={measured} />
          <p className={css.settings}>{answeredWords(answers.length, now.of)}</p>
        </>
      ) : (
        <p className={css.answered}>
          <strong>{questionText.of(now.answered, now.of)}</strong>
          {questionText.answeredEachDevice}
        </p>
      )}
    </div>
  );
}
