// The host's question on the screen of a member: a field to answer it, then one line, and all answers once it is closed.
import { useState } from 'react';
import type { QuestionNow } from '../../../src/replica/protocol';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { AnswerBars } from './answer-bars';
import { AnswerForm } from './answer-form';
import { Challenge } from './challenge';
import { Explained } from './explained';
import { LessonRunView, StageLine } from './lesson-run';
import { answerOf, answersOf, cameOf, type AskedQuestion } from './asked-question';
import { answeredWords, saidWords, stageWords, verdictWords } from './question-words';
import { useAsked } from './use-asked';
import { questionText } from '../../text/question';
import css from './question.module.css';

export default function QuestionCard() {
  const now = useShownPart(({ question }) => question);
  const [hidden, setHidden] = useState('');
  if (!now) return null;
  // It comes back when something comes of the question.
  const stage = `${now.number} ${now.isOpen} ${now.measured}`;
  return hidden === stage ? null : <Card key={now.number} now={now} onHide={() => setHidden(stage)} />;
}

function Card({ now, onHide }: { now: QuestionNow; onHide: () => void }) {
  const asked = useAsked(now.asks);
  if (asked === 'loading') return null;
  return (
    <section className={css.card} aria-label={questionText.hostsQuestion}>
      {asked === 'missing' ? (
        <p>{questionText.hostAsksQuestion}</p>
      ) : (
        <Known now={now} asked={asked} onHide={onHide} />
      )}
    </section>
  );
}

function Known({
  now,
  asked: { question, lesson },
  onHide,
}: {
  now: QuestionNow;
  asked: AskedQuestion;
  onHide: () => void;
}) {
  const session = useSession();
  const host = useShownPart((shown) => shown.host);
  const [isChanging, setIsChanging] = useState(false);
  const mine = now.mine === undefined ? undefined : answerOf(question, now.mine);
  const measured = cameOf(question, now.measured);
  const isAsking = now.isOpen && (mine === undefined || isChanging);
  const about = lesson ? (
    <p className={`${css.hint} ${css.about}`}>
      {questionText.fromLesson} <strong>{lesson.title}</strong>
      {questionText.withWord(lesson.settings)}
      {now.isOpen || measured ? null : (
        <a href={lesson.path} target="_blank" rel="noopener">
          {questionText.runWindowOwn}
        </a>
      )}
    </p>
  ) : null;
  if (isAsking)
    return (
      <AnswerForm
        question={question}
        intro={questionText.hostAsksEverybody}
        about={about}
        note={answeredWords(now.answers.length, now.of, true)}
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
            <>
              {questionText.youPredicted} <strong>{saidWords(question, mine)}</strong>.
            </>
          ) : (
            questionText.youMadeNo
          )}
        </span>
        {measured ? (
          <span>
            {questionText.whatCame} <strong>{saidWords(question, measured)}</strong>.{' '}
            {mine ? verdictWords(question, mine, measured) : null}
          </span>
        ) : null}
        <span className={css.hint}>
          {stageWords(now)} {answeredWords(now.answers.length, now.of, now.isOpen)}
        </span>
        {now.isOpen ? (
          <Button isSmall onClick={() => setIsChanging(true)}>
            {questionText.change}
          </Button>
        ) : null}
        <Button kind="quiet" isSmall onClick={onHide}>
          {questionText.hide}
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
          <summary>{questionText.allAnswers}</summary>
          <AnswerBars
            question={question}
            answers={answersOf(question, now.answers)}
            measured={measured}
            mine={mine}
          />
        </details>
      )}
    </>
  );
}

/** In the place of this device: what was predicted beside what came. */
export function MyPrediction() {
  const now = useShownPart(({ question }) => question);
  return now ? <Mine key={now.number} now={now} /> : null;
}

function Mine({ now }: { now: QuestionNow }) {
  const asked = useAsked(now.asks);
  if (asked === 'loading' || asked === 'missing') return null;
  const { question } = asked;
  const mine = now.mine === undefined ? undefined : answerOf(question, now.mine);
  const measured = cameOf(question, now.measured);
  return (
    <div className={css.mine}>
      <p className={css.hint}>{question.text}</p>
      <p>
        {questionText.myPrediction} <strong>{mine ? saidWords(question, mine) : questionText.none}</strong>
      </p>
      <p>
        {questionText.whatCame}{' '}
        <strong>{measured ? saidWords(question, measured) : questionText.notYetKnown}</strong>
        {mine && measured ? `. ${verdictWords(question, mine, measured)}` : ''}
      </p>
    </div>
  );
}
