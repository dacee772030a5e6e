// The playground's models: that of now, from a ring or a file, and one to compare it with.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import { useCallback, useEffect, useState } from 'react';
import { PlayerHandle, type ModelFacts, type Question } from '../../../src/replica/page/player';
import { type BasedRun, loadSavedRuns } from '../../bridge/session/engine-room';
import { formatCount } from '../../bridge/words/format';
import type { Placed } from './use-answer';

type Beside = 'untrained' | 'kept' | 'file';

/** A saved run that trains a part of its model, whose base has to be given. */
interface Baseless {
  readonly run: BasedRun;
  readonly open: (base: Blob | undefined) => void;
}

interface Refusal {
  readonly why: Saying;
  readonly file: string | undefined;
  readonly lacks: Baseless | undefined;
}

export interface PlaygroundState {
  readonly player: PlayerHandle | undefined;
  readonly now: ModelFacts | undefined;
  readonly models: readonly Placed[];
  readonly beside: Beside | undefined;
  readonly problem: Refusal | undefined;
  setNow(facts: ModelFacts, source: string): void;
  /** `file`: that cannot be used. `open`: opens it with the base that it lacks. */
  refuse(why: Saying, file?: File, open?: (base: Blob) => void): void;
  compare(beside: Beside | undefined, file?: File): void;
}

export function usePlayground(): PlaygroundState {
  const player = usePlayer();
  const [now, setNowPlaced] = useState<Placed>();
  const [other, setOther] = useState<{ kind: Beside; placed: Placed }>();
  const [problem, setProblem] = useState<Refusal>();
  const refuse = useCallback((why: Saying, file?: File, open?: (base: Blob) => void): void => {
    const refusal = { why, file: file?.name.slice(0, 80), lacks: undefined };
    setProblem(refusal);
    if (!file || !open || why.code !== 'base-not-here') return;
    const lacks = (run: BasedRun | undefined): Refusal =>
      run ? { ...refusal, lacks: { run, open: (base) => base && open(base) } } : refusal;
    loadSavedRuns()
      .then((shelf) => shelf.basedRunIn(file))
      .then(
        (run) => setProblem((now) => (now === refusal ? lacks(run) : now)),
        () => undefined, // the reason alone is shown
      );
  }, []);

  const setNow = useCallback((facts: ModelFacts, source: string): void => {
    setNowPlaced({ side: 'now', facts, title: titleOf(facts, source) });
    // Another run may have another model: nothing of the last one is left to compare.
    setOther((placed) => (placed && shapeOf(placed.placed.facts) === shapeOf(facts) ? placed : undefined));
    setProblem(undefined);
  }, []);

  const compare = useCallback(
    (kind: Beside | undefined, file?: File, base?: Blob): void => {
      setProblem(undefined);
      if (!kind || !player) return setOther(undefined);
      const question: Question =
        kind === 'file' && file
          ? { kind: 'open', side: 'beside', file, base }
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
        (error: unknown) => refuse(saidOf(error), file, (given) => compare(kind, file, given)),
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
