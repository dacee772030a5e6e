// The host's question on a wall, or on a device that watches: how many have answered; once it is closed, how many answered
// what; the lesson's run beside it (H19); and what came. A device that watches reads why below it, a wall on a picture of its
// own (watched-why.tsx).
import { plural, t } from '@lingui/core/macro';
import type { QuestionNow, Snapshot } from '../../../src/replica/protocol';
import { LessonPicture } from '../../lessons/view/lesson-picture';
import type { Wall } from '../../lessons/view/run-lines';
import { Sentence } from '../../ui/sentence';
import { AnswerBars } from './answer-bars';
import { Explained } from './explained';
import { LessonRunView, StageLine } from './lesson-run';
import { answersOf, cameOf } from './asked-question';
import { answeredWords, closesWords } from './question-words';
import { useAsked } from './use-asked';
import { useLesson, type LessonAsked } from './use-lesson';
import css from './question.module.css';

interface Props {
  now: QuestionNow;
  host?: Snapshot['host'];
  /** Off a wall the page scrolls. */
  wall?: Wall;
}

export default function WatchedQuestion({ now, host, wall }: Props) {
  const asked = useAsked(now.asks);
  if (asked === 'loading') return null;
  if (asked === 'missing') return <p>{t`The words of this question could not be loaded.`}</p>;
  const { question, lesson } = asked;
  const answers = now.answers && answersOf(question, now.answers);
  const measured = cameOf(question, now.measured);
  return (
    <div className={`${css.wall} ${answers ? '' : css.open} ${wall && lesson ? css.full : ''}`}>
      {lesson && now.isOpen ? (
        <div className={css.story}>
          <LessonPicture id={lesson.id} />
          <p>{lesson.story}</p>
        </div>
      ) : null}
      {now.isOpen && now.asks.kind === 'lesson' ? <RunAhead asks={now.asks} /> : null}
      <p className={css.question}>{question.text}</p>
      {lesson && !(wall && now.run) ? (
        <p className={css.settings}>{t`With ${{ settings: lesson.settings }}.`}</p>
      ) : null}
      {lesson ? <StageLine now={now} /> : null}
      {now.isOpen && question.kind === 'choice' ? (
        <ol className={css.options}>
          {question.options.map(([id, words]) => (
            <li key={id}>{words}</li>
          ))}
        </ol>
      ) : null}
      {answers ? (
        <div className={css.both}>
          {now.run && now.asks.kind === 'lesson' ? (
            <LessonRunView
              asks={now.asks}
              run={now.run}
              isOver={measured !== undefined}
              host={host}
              wall={wall}
            />
          ) : null}
          <div>
            <AnswerBars question={question} answers={answers} measured={measured} />
            <p className={css.settings}>{answeredWords(answers.length, now.of, false)}</p>
            {!wall && now.run && now.asks.kind === 'lesson' ? (
              <Explained asks={now.asks} run={now.run} />
            ) : null}
          </div>
        </div>
      ) : (
        <p className={css.answered}>
          {now.of === 0 ? (
            t`Nobody but the host is here to answer.`
          ) : (
            <>
              <Sentence
                value={<strong>{t`${{ answered: now.answered }} of ${{ of: now.of }}`}</strong>}
                say={(share) =>
                  plural(
                    { of: now.of },
                    {
                      one: `${share} has answered, each on a device of its own.`,
                      other: `${share} have answered, each on a device of its own.`,
                    },
                  )
                }
              />{' '}
              {closesWords(now.asks, host)}
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Loads what the run needs while answers come, so that its first step is drawn at once. */
function RunAhead({ asks }: { asks: LessonAsked }) {
  useLesson(asks);
  return null;
}
