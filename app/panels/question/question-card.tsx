// The host's question on the screen of a member: a field to answer it, then one line, and all answers once it is closed.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { QuestionNow } from '../../../src/replica/protocol';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { Sentence } from '../../ui/sentence';
import { Button } from '../../ui/button';
import { AnswerBars } from './answer-bars';
import { AnswerForm } from './answer-form';
import { Challenge } from './challenge';
import { Explained } from './explained';
import { HostClose } from './host-close';
import { LessonRunView, StageLine } from './lesson-run';
import { PreparedLesson } from './prepared-card';
import { answerOf, answersOf, cameOf, type AskedQuestion } from './asked-question';
import { answeredWords, saidWords, stageWords, verdictWords } from './question-words';
import { useAsked } from './use-asked';
import ui from '../../ui/shape.module.css';
import css from './question.module.css';

export default function QuestionCard() {
  const now = useShownPart(({ question }) => question);
  const [hidden, setHidden] = useState('');
  if (!now) return <PreparedLesson />;
  // It comes back when something comes of the question.
  const stage = `${now.number} ${now.isOpen} ${now.measured}`;
  return hidden === stage ? null : <Card key={now.number} now={now} onHide={() => setHidden(stage)} />;
}

function Card({ now, onHide }: { now: QuestionNow; onHide: () => void }) {
  const asked = useAsked(now.asks);
  if (asked === 'loading') return null;
  return (
    <section className={`${ui.card} ${css.card}`} aria-label={t`The host’s question`}>
      {asked === 'missing' ? (
        <p>{t`The host asks a question of a lesson that could not be loaded. Reload this page to see it.`}</p>
      ) : (
        <Known now={now} asked={asked} onHide={onHide} />
      )}
      {now.isOpen && now.asks.kind === 'lesson' ? <HostClose /> : null}
    </section>
  );
}

interface Props {
  now: QuestionNow;
  asked: AskedQuestion;
  onHide: () => void;
}

function Known({ now, asked: { question, lesson }, onHide }: Props) {
  const session = useSession();
  const host = useShownPart((shown) => shown.host);
  const own = useShownPart(({ ownAnswer }) => ownAnswer);
  const [isChanging, setIsChanging] = useState(false);
  const mine = own === undefined ? undefined : answerOf(question, own);
  const measured = cameOf(question, now.measured);
  const isAsking = now.isOpen && (mine === undefined || isChanging);
  const about = lesson ? (
    <p className={`${css.hint} ${css.about}`}>
      <Sentence
        value={<strong>{lesson.title}</strong>}
        say={(title) => t`From the lesson ${title}. With ${{ settings: lesson.settings }}.`}
      />{' '}
      {now.isOpen || measured ? null : (
        <a href={lesson.path} target="_blank" rel="noopener">
          {t`Run it in a window of its own`}
        </a>
      )}
    </p>
  ) : null;
  if (isAsking)
    return (
      <AnswerForm
        question={question}
        intro={lesson?.story ?? t`The host asks everybody. Screens show how many answered what, never who.`}
        about={about}
        note={answeredWords(now.answered, now.of, true)}
        onSend={(value) => {
          session.send({ kind: 'answer', question: now.number, value });
          setIsChanging(false);
        }}
      />
    );
  return (
    <>
      <p className={css.question}>{question.text}</p>
      <div className={css.row} role="status">
        <span>
          {mine ? (
            <Sentence
              value={<strong>{saidWords(question, mine)}</strong>}
              say={(answer) => t`You predicted ${answer}.`}
            />
          ) : (
            t`You made no prediction.`
          )}
        </span>
        {measured ? (
          <span>
            {t`What came:`} <strong>{saidWords(question, measured)}</strong>.{' '}
            {mine ? verdictWords(question, mine, measured) : null}
          </span>
        ) : null}
        <span className={css.hint}>
          {stageWords(now)} {answeredWords(now.answered, now.of, now.isOpen)}
        </span>
        {now.isOpen ? (
          <Button isSmall onClick={() => setIsChanging(true)}>
            {t`Change it`}
          </Button>
        ) : null}
        <Button kind="quiet" isSmall onClick={onHide}>
          {t`Hide`}
        </Button>
      </div>
      {lesson ? <StageLine now={now} /> : null}
      {about}
      {now.run && now.asks.kind === 'lesson' ? (
        <>
          <LessonRunView asks={now.asks} run={now.run} isOver={measured !== undefined} host={host} />
          <Explained asks={now.asks} run={now.run} />
        </>
      ) : null}
      {lesson && measured ? <Challenge lesson={lesson} /> : null}
      {now.isOpen ? null : (
        <details>
          <summary>{t`All answers`}</summary>
          <AnswerBars
            question={question}
            answers={answersOf(question, now.answers ?? [])}
            measured={measured}
            mine={mine}
          />
        </details>
      )}
    </>
  );
}

/** What was predicted beside what came, in the place of this device. */
export function MyPrediction() {
  const now = useShownPart(({ question }) => question);
  return now ? <Mine key={now.number} now={now} /> : null;
}

function Mine({ now }: { now: QuestionNow }) {
  const own = useShownPart(({ ownAnswer }) => ownAnswer);
  const asked = useAsked(now.asks);
  if (asked === 'loading' || asked === 'missing') return null;
  const { question } = asked;
  const mine = own === undefined ? undefined : answerOf(question, own);
  const measured = cameOf(question, now.measured);
  return (
    <div className={css.mine}>
      <p className={css.hint}>{question.text}</p>
      <p>
        {t`My prediction:`} <strong>{mine ? saidWords(question, mine) : t`none`}</strong>
      </p>
      <p>
        {t`What came:`} <strong>{measured ? saidWords(question, measured) : t`not yet known`}</strong>
        {mine && measured ? `. ${verdictWords(question, mine, measured)}` : ''}
      </p>
    </div>
  );
}
