// The console's group on a class: a question to all members, their answers, and what came (H16).
import { t } from '@lingui/core/macro';
import { basePath } from '../../../src/base/page-base';
import type { HostControls } from '../../bridge/session/host-controls';
import type { QuestionNow } from '../../../src/replica/protocol';
import { formatDigits, sentencesOf } from '../../bridge/words/format';
import { useNotes } from '../../bridge/session/run-notes';
import { useShownPart } from '../../bridge/session/session-context';
import { type Answer, type Question, valueOf } from '../../lessons/core/prediction';
import { Ask } from '../../lessons/view/ask';
import { Control } from '../host/control';
import { LeagueControl } from '../league/league-control';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { useState } from 'react';
import { AnswerBars } from './answer-bars';
import { Challenge } from './challenge';
import { ClassLead } from './class-lead';
import { useClassRun } from './class-runs';
import { answersOf, cameOf } from './asked-question';
import { NewQuestion } from './new-question';
import { answeredWords, comesByItself, saidWords } from './question-words';
import { useAsked } from './use-asked';
import css from './question.module.css';

export function QuestionGroup({ controls }: { controls: HostControls }) {
  const { question } = controls.live;
  return (
    <Panel title={t`Class`}>
      <p className={css.hint}>
        <a href={`${basePath()}/lessons`} target="_blank" rel="noreferrer">
          {t`The lessons, with a page for the teacher (opens a new tab)`}
        </a>
      </p>
      {question ? (
        <AskedNow key={question.number} now={question} controls={controls} />
      ) : (
        <NewQuestion controls={controls} />
      )}
      <LeagueControl controls={controls} />
    </Panel>
  );
}

function AskedNow({ now, controls: { live, send } }: { now: QuestionNow; controls: HostControls }) {
  const asked = useAsked(now.asks);
  const { run, stage } = useClassRun();
  const takeAway = (
    <Control does={t`It leaves all screens, and so do its answers.`}>
      <Button onClick={() => send({ kind: 'ask', question: null })}>{t`Take the question away`}</Button>
    </Control>
  );
  if (asked === 'loading') return null;
  if (asked === 'missing')
    return (
      <>
        <p>{t`The words of the question that is asked could not be loaded.`}</p>
        {takeAway}
      </>
    );
  const { question, lesson } = asked;
  const answers = answersOf(question, live.answersSoFar);
  const measured = cameOf(question, now.measured);
  return (
    <>
      <p className={css.question}>{question.text}</p>
      {lesson ? (
        <p className={css.hint}>
          {t`${{ title: lesson.title }}. With ${{ settings: lesson.settings }}.`}{' '}
          {measured ? null : (
            <a href={lesson.path} target="_blank" rel="noopener">
              {t`Run it on this device`}
            </a>
          )}
        </p>
      ) : null}
      <p role="status">{answeredWords(answers.length, now.of, now.isOpen)}</p>
      <AnswerBars question={question} answers={answers} measured={measured} />
      {now.isOpen ? (
        <Control does={t`No answer changes any more, and all screens show the answers: counts, never names.`}>
          <Button kind="primary" onClick={() => send({ kind: 'close-question' })}>
            {t`Close the question`}
          </Button>
        </Control>
      ) : null}
      {lesson ? <ClassLead now={now} run={run} stage={stage} hasOthers={live.worldSize > 1} /> : null}
      {lesson && measured ? <Challenge lesson={lesson} /> : null}
      {measured || (lesson && stage.kind !== 'none') ? null : (
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

interface Props {
  now: QuestionNow;
  question: Question;
  onReveal: (answer: Answer) => void;
}

function WhatCame({ now, question, onReveal }: Props) {
  const [answer, setAnswer] = useState<Answer>();
  const measured = useSpeedUp(now.asks);
  const { asks } = now;
  const isMissed = useShownPart((shown) => 'step' in asks && !comesByItself(asks.step, shown));
  return (
    <Control
      does={
        isMissed
          ? t`It does not appear by itself: this run is past that step, or does not reach it. Say what came, or take the question away.`
          : sentencesOf(
              cameWords[asks.kind](),
              measured !== undefined && t`This ring measured ${measured} ×.`,
            ).join(' ')
      }
    >
      <details>
        <summary>{t`Say what came`}</summary>
        <Ask
          question={question.kind === 'number' ? { ...question, ...anyAmount } : question}
          onAnswer={setAnswer}
        />
        <Button disabled={!answer} onClick={() => answer && onReveal(answer)}>
          {answer ? t`Show that it was ${{ said: saidWords(question, answer) }}` : t`Show what came`}
        </Button>
      </details>
    </Control>
  );
}

/** What came may lie beyond what can be answered. */
const anyAmount = { least: 0, most: Infinity };

const cameWords = {
  loss: () => t`It appears by itself at that step: the mean of the last ten steps.`,
  accuracy: () => t`It appears by itself at that step: the mean of the last ten steps.`,
  'speed-up': () => t`Compare rings of both sizes, as the scaling chart does.`,
  lesson: () => t`Run the lesson, on a projector or on every device, and say what it measured.`,
} as const;

/** As the sizes show that the ring has had; undefined: one of both is not measured. */
function useSpeedUp(asks: QuestionNow['asks']): string | undefined {
  const { points } = useNotes().scaling;
  if (asks.kind !== 'speed-up') return undefined;
  const rate = (size: number) => points.find(({ worldSize }) => worldSize === size)?.perSecond;
  const [one, many] = [rate(1), rate(asks.replicas)];
  return one && many ? formatDigits(many / one, 2) : undefined;
}
