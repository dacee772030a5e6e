// The last sum as its members tell it, while somebody looks at the picture of it: only then do they record and send it.
import { useEffect, useRef, useState } from 'react';
import type { PeerStatus, SeenSum } from '../../../src/replica/protocol';
import { useSession } from '../../bridge/session/session-context';
import type { DrawnSum } from '../sum/drawn-sum';
import { recordedSum } from '../sum/recorded-sum';

/** `peers`: those that the page knows. The names of lost members are kept. */
export function useRecordedSum(isWatched: boolean, peers: readonly PeerStatus[]): DrawnSum | undefined {
  const session = useSession();
  const [sum, setSum] = useState<DrawnSum>();
  const known = useRef(new Map<string, Pick<PeerStatus, 'name' | 'isSelf'>>());
  useEffect(() => {
    for (const { id, name, isSelf } of peers) known.current.set(id, { name, isSelf });
  }, [peers]);
  useEffect(() => {
    if (!isWatched) return;
    const unsubscribe = session.subscribe((event) => {
      if (event.kind !== 'sum') return;
      const drawn = drawnOf(event.sum, known.current);
      if (drawn) setSum(drawn);
    });
    session.send({ kind: 'sum', isWatched: true });
    return () => {
      unsubscribe();
      session.send({ kind: 'sum', isWatched: false });
    };
  }, [session, isWatched]);
  return sum;
}

function drawnOf(
  seen: SeenSum,
  known: ReadonlyMap<string, Pick<PeerStatus, 'name' | 'isSelf'>>,
): DrawnSum | undefined {
  return recordedSum(seen, (id) => known.get(id) ?? { name: '?', isSelf: false });
}
