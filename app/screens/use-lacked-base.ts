// The base that this replica asks members for, once that takes long or was in vain: its person may give it, too. It stays while
// the replica starts, for it asks again and again.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { BasedRun } from '../bridge/session/engine-room';
import type { Session } from '../bridge/session/session';

/** Members on a usual line have sent a small model by then. */
const longMs = 4000;

export function useLackedBase({ store }: Session): BasedRun | undefined {
  const isStarting = useStore(store, ({ shown }) => shown?.phase.kind === 'starting');
  const lacks = useStore(store, ({ shown }) =>
    shown?.phase.kind === 'starting' ? shown.phase.lacks : undefined,
  );
  const isInVain = useStore(
    store,
    ({ shown }) => shown?.phase.kind === 'starting' && shown.phase.doing.code === 'base-did-not-come',
  );
  const [lacked, setLacked] = useState<BasedRun>();
  useEffect(() => {
    if (!isStarting) setLacked(undefined);
  }, [isStarting]);
  useEffect(() => {
    if (!lacks) return;
    const show = (): void => setLacked((now) => (now?.base?.root === lacks.base?.root ? now : lacks));
    const timer = setTimeout(show, isInVain ? 0 : longMs);
    return () => clearTimeout(timer);
  }, [lacks, isInVain]);
  return isStarting ? lacked : undefined;
}
