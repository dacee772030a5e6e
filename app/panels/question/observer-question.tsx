// The host's question on a device that only watches: it may answer too (H16d), and sees what all see.
import { useState } from 'react';
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { questionText } from '../../text/question';
import { Button } from '../../ui/button';
import { AnswerForm } from './answer-form';
import { answerOf, cameOf } from './asked-question';
import { answeredWords, closesWords, saidWords, stageWords, verdictWords } from './question-words';
import { Challenge } from './challenge';
import { useAsked } from './use-asked';
import WatchedQuestion from './watched-question';
import css from './question.module.css';

export default function ObserverQuestion({
  now,
  host,
  mine: value,
  onAnswer,
}: {
  now: NonNullable<RingPicture['question']>;
  host?: RingPicture['host'];
  /** What this device has sent. */
  mine: number | undefined;
  onAnswer: (value: number) => void;
}) {
  const asked = useAsked(now.asks);
  const [isChanging, setIsChanging] = useState(false);
  if (asked === 'loading') return null;
  if (asked === 'missing') return <p>{questionText.wordsQuestionCould}</p>;
  const { question } = asked;
  const mine = value === undefined ? undefined : answerOf(question, value);
  const measured = cameOf(question, now.measured);
  const isOpen = now.answers === undefined;
  if (isOpen && (!mine || isChanging))
    return (
      <AnswerForm
        question={question}
        intro={questionText.watchersToo}
        note={`${answeredWords(now.answered, now.of, true)} ${closesWords(now.asks, host)}`}
        onSend={(sent) => {
          onAnswer(sent);
          setIsChanging(false);
        }}
      />
    );
  return (
    <>
      {mine ? (
        <div className={css.row} role="status">
          <span>
            {questionText.youPredicted} <strong>{saidWords(question, mine)}</strong>.{' '}
            {measured ? verdictWords(question, mine, measured) : null}
          </span>
          {isOpen ? (
            <>
              <span className={css.hint}>{stageWords({ isOpen, measured: now.measured })}</span>
              <Button isSmall onClick={() => setIsChanging(true)}>
                {questionText.change}
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
      <WatchedQuestion now={now} host={host} />
      {asked.lesson && measured ? <Challenge lesson={asked.lesson} /> : null}
    </>
  );
}
