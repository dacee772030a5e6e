// The playground of a ring: a copy of this replica's parameters comes every few seconds while it is on screen.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import { useEffect, useRef } from 'react';
import { useSession } from '../../bridge/session/session-context';
import { CopyToDevice } from './live/copy-to-device';
import { MendContext, useMend } from './live/use-mend';
import { Playground } from './playground';
import { usePlayground } from './use-playground';
import ui from '../../ui/shape.module.css';

const everyMs = 2000;
/** A copy takes memory bandwidth from training: so much of it at most, a hundredth of what a processor has. */
const bytesPerMs = 20_000;

export default function LivePlayground() {
  const state = usePlayground();
  const session = useSession();
  const mend = useMend();
  const holder = useRef<HTMLDivElement>(null);
  const { player, setNow, refuse } = state;
  useEffect(() => {
    if (!player || !holder.current) return;
    let isOver = false;
    let isOnScreen = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown = '';
    let dataShown = '';
    let copiedBytes = 0;
    const take = async (): Promise<void> => {
      const { isDisplayPaused } = session.store.getState();
      const { config, lineage, step } = session.live ?? {};
      const version = JSON.stringify([config?.model, config?.seed, lineage, step]);
      const isDue = config && !document.hidden && isOnScreen && !(isDisplayPaused && shown !== '');
      if (!isDue || version === shown) return;
      const data = JSON.stringify([config.data, config.seed, config.validationExamples]);
      const weights = await session.weights(data !== dataShown);
      if (isOver || !weights) return;
      const facts = await player.ask({ kind: 'take', side: 'now', weights });
      copiedBytes = 4 * facts.parameterCount; // of the whole model: what is trained joins its base
      if (isOver) return;
      shown = version;
      dataShown = data;
      setNow(facts, '');
    };
    const turn = async (): Promise<void> => {
      await take().catch((error: unknown) => !isOver && refuse(saidOf(error)));
      if (isOver) return;
      timer = setTimeout(() => void turn(), Math.max(everyMs, copiedBytes / bytesPerMs));
    };
    const observer = new IntersectionObserver(([entry]) => (isOnScreen = entry.isIntersecting));
    observer.observe(holder.current);
    void turn();
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [player, session, setNow, refuse]);
  return (
    <div ref={holder}>
      <div className={ui.stack}>
        <MendContext value={mend}>
          <Playground
            state={state}
            waiting={t`There is something to try once this replica holds parameters: in a few seconds.`}
          />
        </MendContext>
        {state.now ? <CopyToDevice parameters={state.now.parameterCount} /> : null}
      </div>
    </div>
  );
}
