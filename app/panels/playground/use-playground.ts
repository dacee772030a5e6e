// The playground's models: that of now, from a ring or a file, and one to compare it with.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import { useCallback, useEffect, useState } from 'react';
import { PlayerHandle, type ModelFacts, type Question } from '../../../src/replica/page/player';
import { formatCount } from '../../bridge/words/format';
import type { Placed } from './use-answer';

type Beside = 'untrained' | 'kept' | 'file';

interface Refusal {
  readonly why: Saying;
  readonly file: string | undefined;
}

export interface PlaygroundState {
  readonly player: PlayerHandle | undefined;
  readonly now: ModelFacts | undefined;
  readonly models: readonly Placed[];
  readonly beside: Beside | undefined;
  readonly problem: Refusal | undefined;
  setNow(facts: ModelFacts, source: string): void;
  /** `file`: that cannot be used. */
  refuse(why: Saying, file?: string): void;
  compare(beside: Beside | undefined, file?: File): void;
}

export function usePlayground(): PlaygroundState {
  const player = usePlayer();
  const [now, setNowPlaced] = useState<Placed>();
  const [other, setOther] = useState<{ kind: Beside; placed: Placed }>();
  const [problem, setProblem] = useState<Refusal>();
  const refuse = useCallback((why: Saying, file?: string): void => setProblem({ why, file }), []);

  const setNow = useCallback((facts: ModelFacts, source: string): void => {
    setNowPlaced({ side: 'now', facts, title: titleOf(facts, source) });
    // Another run may have another model: nothing of the last one is left to compare.
    setOther((placed) => (placed && shapeOf(placed.placed.facts) === shapeOf(facts) ? placed : undefined));
    setProblem(undefined);
  }, []);

  const compare = useCallback(
    (kind: Beside | undefined, file?: File): void => {
      setProblem(undefined);
      if (!kind || !player) return setOther(undefined);
      const question: Question =
        kind === 'file' && file
          ? { kind: 'open', side: 'beside', file }
          : { kind: kind === 'untrained' ? 'untrained' : 'keep' };
      const source = kind === 'file' && file ? file.name : kind === 'kept' ? t`kept` : t`before training`;
      player.ask(question).then(
        (facts) =>
          setOther({
            kind,
            placed: {
              side: 'beside',
              facts: facts as ModelFacts,
              title: titleOf(facts as ModelFacts, source),
            },
          }),
        (error: unknown) => refuse(saidOf(error)),
      );
    },
    [player, refuse],
  );

  const models = [...(other ? [other.placed] : []), ...(now ? [now] : [])];
  return { player, now: now?.facts, models, beside: other?.kind, problem, setNow, refuse, compare };
}

/** Lives as long as the component. */
function usePlayer(): PlayerHandle | undefined {
  const [player, setPlayer] = useState<PlayerHandle>();
  useEffect(() => {
    const made = new PlayerHandle();
    setPlayer(made);
    return () => made.end();
  }, []);
  return player;
}

function titleOf({ step }: ModelFacts, source: string): string {
  return source ? t`Step ${{ step: formatCount(step) }}, ${source}` : t`Step ${{ step: formatCount(step) }}`;
}

const shapeOf = ({ task, inputShape, parameterCount, classes }: ModelFacts): string =>
  `${task} ${inputShape.join()} ${parameterCount} ${classes}`;
