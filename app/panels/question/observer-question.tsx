// The host's question on a device that only watches: it may answer too (H16d), and sees what all see.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { QuestionNow, Snapshot } from '../../../src/replica/protocol';
import { Sentence } from '../../ui/sentence';
import { Button } from '../../ui/button';
import { AnswerForm } from './answer-form';
import { answerOf, cameOf } from './asked-question';
import { answeredWords, closesWords, saidWords, stageWords, verdictWords } from './question-words';
import { Challenge } from './challenge';
import { useAsked } from './use-asked';
import WatchedQuestion from './watched-question';
import css from './question.module.css';

interface Props {
  now: QuestionNow;
  host?: Snapshot['host'];
  /** What this device has sent. */
  mine: number | undefined;
  onAnswer: (value: number) => void;
}

export default function ObserverQuestion({ now, host, mine: value, onAnswer }: Props) {
  const asked = useAsked(now.asks);
  const [isChanging, setIsChanging] = useState(false);
  if (asked === 'loading') return null;
  if (asked === 'missing') return <p>{t`The words of this question could not be loaded.`}</p>;
  const { question } = asked;
  const mine = value === undefined ? undefined : answerOf(question, value);
  const measured = cameOf(question, now.measured);
  const { isOpen } = now;
  if (isOpen && (!mine || isChanging))
    return (
      <AnswerForm
        question={question}
        intro={t`The host asks everybody, those who only watch too. Members’ screens count your answer, never whose it is.`}
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
            <Sentence
              value={<strong>{saidWords(question, mine)}</strong>}
              say={(answer) => t`You predicted ${answer}.`}
            />{' '}
            {measured ? verdictWords(question, mine, measured) : null}
          </span>
          {isOpen ? (
            <>
              <span className={css.hint}>{stageWords({ isOpen, measured: now.measured })}</span>
              <Button isSmall onClick={() => setIsChanging(true)}>
                {t`Change it`}
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
