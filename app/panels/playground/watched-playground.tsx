// The playground of a device that watches a ring: on a copy of the model that a member sends, and on newer ones while the
// page is seen.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import { useEffect } from 'react';
import type { CopyState } from '../../../src/replica/page/watch';
import { copyWords } from '../../bridge/words/copy-words';
import { Playground } from './playground';
import { usePlayground } from './use-playground';
import ui from '../../ui/shape.module.css';

interface Props {
  model: CopyState;
  wantModel: (isWanted: boolean) => void;
}

export default function WatchedPlayground({ model, wantModel }: Props) {
  const state = usePlayground();
  const { player, setNow, refuse } = state;
  useEffect(() => {
    const follow = (): void => wantModel(!document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      wantModel(false);
    };
  }, [wantModel]);
  const { got } = model;
  useEffect(() => {
    if (!player || !got) return;
    let isOver = false;
    player.ask({ kind: 'receive', copy: got }).then(
      (facts) => !isOver && setNow(facts, ''),
      (error: unknown) => !isOver && refuse(saidOf(error)),
    );
    return () => {
      isOver = true;
    };
  }, [player, got, setNow, refuse]);
  const words = copyWords(model);
  return (
    <>
      {state.now ? (
        <p className={ui.quiet} role="status">
          {words}
        </p>
      ) : null}
      <Playground state={state} waiting={got ? t`The copy is here, and is opened now.` : words} />
    </>
  );
}
