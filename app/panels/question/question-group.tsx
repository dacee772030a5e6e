// The console's group on a class: a question to all members, their answers, and what came (H16).
import type { HostControls } from '../../bridge/session/host-controls';
import type { QuestionNow } from '../../../src/replica/protocol';
import { useNotes } from '../../bridge/session/run-notes';
import type { Answer, Question } from '../../lessons/core/prediction';
import { Ask } from '../../lessons/view/ask';
import { Control } from '../host/control';
import { LeagueControl } from '../league/league-control';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { useState } from 'react';
import { AnswerBars } from './answer-bars';
import { answerOf, answersOf, valueOf } from './asked-question';
import { NewQuestion } from './new-question';
import { answeredWords, saidWords } from './question-words';
import { useAsked } from './use-asked';
import css from './question.module.css';

export function QuestionGroup({ controls }: { controls: HostControls }) {
  const { question } = controls.live;
  return (
    <Panel title="Class">
      {question ? (
        <AskedNow key={question.number} now={question} controls={controls} />
      ) : (
        <NewQuestion controls={controls} />
      )}
      <LeagueControl controls={controls} />
    </Panel>
  );
}

function AskedNow({ now, controls: { send } }: { now: QuestionNow; controls: HostControls }) {
  const asked = useAsked(now.asks);
  const takeAway = (
    <Control does="It leaves all screens, and so do its answers.">
      <Button onClick={() => send({ kind: 'ask', question: null })}>Take the question away</Button>
    </Control>
  );
  if (asked === 'loading') return null;
  if (asked === 'missing')
    return (
      <>
        <p>The words of the question that is asked could not be loaded.</p>
        {takeAway}
      </>
    );
  const { question, lesson } = asked;
  const answers = answersOf(question, now.answers);
  const measured = now.measured === undefined ? undefined : answerOf(question, now.measured);
  return (
    <>
      <p className={css.question}>{question.text}</p>
      {lesson ? (
        <p className={css.hint}>
          {lesson.title}. With {lesson.settings}.{' '}
          <a href={lesson.path} target="_blank" rel="noopener">
            Run it on this device
          </a>
        </p>
      ) : null}
      <p role="status">{answeredWords(answers.length, now.of)}</p>
      <AnswerBars question={question} answers={answers} measured={measured} />
      {now.isOpen ? (
        <Control does="No answer changes any more, and all screens show the answers: counts, never names.">
          <Button kind="primary" onClick={() => send({ kind: 'close-question' })}>
            Close the question
          </Button>
        </Control>
      ) : null}
      {measured ? null : (
        <WhatCame
          now={now}
          question={question}
          onReveal={(answer) =>
            send({ kind: 'reveal', question: now.number, measured: valueOf(question, answer) })
          }
        />
      )}
      {takeAway}
    </>
  );
}

function WhatCame({
  now,
  question,
  onReveal,
}: {
  now: QuestionNow;
  question: Question;
  onReveal: (answer: Answer) => void;
}) {
  const [answer, setAnswer] = useState<Answer>();
  const measured = useSpeedUp(now.asks);
  return (
    <Control
      does={`${cameWords[now.asks.kind]}${measured === undefined ? '' : ` This ring measured ${measured} ×.`}`}
    >
      <details>
        <summary>Say what came</summary>
        <Ask question={question} onAnswer={setAnswer} />
        <Button disabled={!answer} onClick={() => answer && onReveal(answer)}>
          {answer ? `Show that it was ${saidWords(question, answer)}` : 'Show what came'}
        </Button>
      </details>
    </Control>
  );
}

const cameWords = {
  loss: 'It appears by itself at that step: the mean of the last ten steps.',
  accuracy: 'It appears by itself at that step: the mean of the last ten steps.',
  'speed-up': 'Compare rings of both sizes, as the scaling chart does.',
  lesson: 'Run the lesson, on a projector or on every device, and say what it measured.',
} as const;

/** As the sizes show that the ring has had; undefined: one of both is not measured. */
function useSpeedUp(asks: QuestionNow['asks']): string | undefined {
  const { points } = useNotes().scaling;
  if (asks.kind !== 'speed-up') return undefined;
  const rate = (size: number) => points.find(({ worldSize }) => worldSize === size)?.perSecond;
  const [one, many] = [rate(1), rate(asks.replicas)];
  return one && many ? (many / one).toPrecision(2) : undefined;
}
