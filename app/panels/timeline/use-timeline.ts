// The accounts of the last steps, while a panel that shows them is mounted: only then do members send them. What is drawn
// stays as it is while someone examines it.
import { useEffect, useRef, useState } from 'react';
import type { Snapshot } from '../../../src/replica/protocol';
import { TimelineLog, type TimelineWindow } from '../../bridge/series/timeline-log';
import { useSession } from '../../bridge/session/session-context';

/** Enough to see a rhythm, and few enough to see a step. */
const shownSteps = 4;
/** Two pictures beside each other have half the width each. */
const comparedSteps = 2;

export interface ShownTimeline {
  readonly last: TimelineWindow | undefined;
  readonly off: TimelineWindow | undefined;
  readonly on: TimelineWindow | undefined;
}

const nothing: ShownTimeline = { last: undefined, off: undefined, on: undefined };

export function useTimeline(isStill: boolean): { readonly shown: ShownTimeline; readonly log: TimelineLog } {
  const session = useSession();
  const [log] = useState(() => new TimelineLog());
  const [shown, setShown] = useState(nothing);
  const stays = useRef(isStill);
  useEffect(() => {
    stays.current = isStill;
  }, [isStill]);
  useEffect(() => {
    let isNew = false;
    const unsubscribe = session.subscribe((event) => {
      if (event.kind !== 'timeline') return;
      log.add(event.accounts);
      isNew = true;
      session.ticker.mark();
    });
    const stop = session.ticker.subscribe(() => {
      if (!isNew || stays.current) return;
      isNew = false;
      setShown(shownOf(log, session.live));
    });
    session.send({ kind: 'timeline', isWatched: true });
    return () => {
      unsubscribe();
      stop();
      session.send({ kind: 'timeline', isWatched: false });
    };
  }, [session, log]);
  return { shown, log };
}

function shownOf(log: TimelineLog, live: Snapshot | undefined): ShownTimeline {
  const expected = live ? visibleMembers(live) : [];
  return {
    last: log.window(shownSteps, expected),
    off: log.window(comparedSteps, expected, false),
    on: log.window(comparedSteps, expected, true),
  };
}

/** This replica, and the members that it has a link to: only those can tell it. */
function visibleMembers({ peers }: Snapshot): readonly string[] {
  return peers
    .filter(({ rank, isSelf, link }) => rank !== undefined && (isSelf || link !== undefined))
    .map(({ id }) => id);
}
