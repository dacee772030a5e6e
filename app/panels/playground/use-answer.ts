// The playground's answer to a question, asked again when the question or the model changes. The last answer stays until
// the next one: it names its own step.
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import { useEffect, useState } from 'react';
import type { AnswerTo, ModelFacts, PlayerHandle, Question, Side } from '../../../src/replica/page/player';

export interface Answered<Answer> {
  readonly answer?: Answer;
  readonly problem?: Saying;
}

/** `question` is asked again when it is another object, so it comes from useMemo. */
export function useAnswer<Q extends Question>(
  player: PlayerHandle,
  question: Q | undefined,
  model: ModelFacts,
): Answered<AnswerTo<Q>> {
  const [answered, setAnswered] = useState<Answered<AnswerTo<Q>>>({});
  useEffect(() => {
    if (!question) return;
    let isOver = false;
    player.ask(question).then(
      (answer) => !isOver && setAnswered({ answer }),
      (error: unknown) => !isOver && setAnswered({ problem: saidOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [player, question, model]);
  return question ? answered : {};
}

/** A model that stands on the screen. */
export interface Placed {
  readonly side: Side;
  readonly facts: ModelFacts;
  /** 'Step 1,240 of this run'. */
  readonly title: string;
}

/** What each part of the playground is given. */
export interface PartProps {
  readonly player: PlayerHandle;
  /** The model of before, if there is one, then that of now. */
  readonly models: readonly Placed[];
}
