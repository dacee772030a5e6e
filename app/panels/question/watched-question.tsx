// The host's question on a wall, or on a device that watches: how many have answered; once it is closed, how many answered
// what; the lesson's run beside it (H19); and what came and why. A wall gives up the stages for the explanation.
import { useEffect, useRef, useState } from 'react';
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { AnswerBars } from './answer-bars';
import { Explained } from './explained';
import { LessonRunView, StageLine } from './lesson-run';
import { answersOf, cameOf } from './asked-question';
import { answeredWords } from './question-words';
import { useAsked } from './use-asked';
import { questionText } from '../../text/question';
import css from './question.module.css';

export default function WatchedQuestion({
  now,
  wall,
}: {
  now: NonNullable<RingPicture['question']>;
  /** On a wall: how large its text is, and how high a curve may be. Off a wall the page scrolls. */
  wall?: { readonly textPx: number; readonly curvePx: number };
}) {
  const asked = useAsked(now.asks);
  const isWhy = wall !== undefined && now.run?.facts !== undefined && now.measured !== undefined;
  const { frame, isFull } = useRoom(
    wall && now.run ? `${now.number} ${isWhy} ${wall.textPx} ${wall.curvePx}` : undefined,
  );
  if (asked === 'loading') return null;
  if (asked === 'missing') return <p>{questionText.wordsQuestionCould}</p>;
  const { question, lesson } = asked;
  const answers = now.answers && answersOf(question, now.answers);
  const measured = cameOf(question, now.measured);
  const explained =
    now.run && now.asks.kind === 'lesson' ? (
      <Explained asks={now.asks} run={now.run} className={wall ? css.why : css.hint} />
    ) : null;
  return (
    <div ref={frame} className={`${css.wall} ${answers ? '' : css.open} ${isWhy || !isFull ? css.over : ''}`}>
      <p className={css.question}>{question.text}</p>
      {lesson && !(wall && now.run) ? (
        <p className={css.settings}>{questionText.withWord3(lesson.settings)}</p>
      ) : null}
      {lesson && !isWhy && isFull ? (
        <StageLine now={{ isOpen: answers === undefined, run: now.run, measured: now.measured }} />
      ) : null}
      {answers ? (
        <div className={css.both}>
          {(isFull || !isWhy) && now.run && now.asks.kind === 'lesson' ? (
            <LessonRunView
              asks={now.asks}
              run={now.run}
              isOver={measured !== undefined}
              textPx={wall?.textPx}
              height={wall?.curvePx}
              isBrief={wall !== undefined}
            />
          ) : null}
          <div>
            <AnswerBars
              question={question}
              answers={answers}
              measured={measured}
              isBrief={isWhy && !isFull}
            />
            <p className={css.settings}>{answeredWords(answers.length, now.of)}</p>
            {wall ? null : explained}
          </div>
        </div>
      ) : (
        <p className={css.answered}>
          <strong>{questionText.of(now.answered, now.of)}</strong>
          {questionText.answeredEachDevice}
        </p>
      )}
      {isWhy ? <div className={css.whys}>{explained}</div> : null}
    </div>
  );
}

/** A wall does not scroll: where all has no room together, the stages go while the lesson runs, then curves and answers before the explanation.
 *  `of`: what has to fit, at which size; undefined: it may scroll. */
function useRoom(of: string | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  const [tooLong, setTooLong] = useState<string>();
  useEffect(() => {
    if (of === undefined || !frame.current) return;
    const observer = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight > innerHeight) setTooLong(of);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  });
  return { frame, isFull: of === undefined || of !== tooLong };
}
