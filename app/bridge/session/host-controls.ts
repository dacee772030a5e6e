// What the controls of a host draw, and the commands that they send. The ring refuses commands from anyone else.
import { useState } from 'react';
import type { HostCommand, RunConfig, Snapshot } from '../../../src/replica/protocol';
import { useSession, useSessionState } from './session-context';

export interface HostControls {
  readonly live: Snapshot;
  /** The settings of the latest request, until the ring's own change: a second one must not undo it. */
  readonly buckets: RunConfig['buckets'] | undefined;
  send(command: HostCommand): void;
  changeBuckets(change: Partial<RunConfig['buckets']>): void;
}

/** undefined: this page is not its host's. */
export function useHostControls(): HostControls | undefined {
  const session = useSession();
  const live = useSessionState((state) => state.forControls);
  const [asked, setAsked] = useState<{ buckets: RunConfig['buckets']; before: Snapshot['buckets'] }>();
  if (!live?.isHost) return undefined;
  const buckets = asked && asked.before === live.buckets ? asked.buckets : live.buckets;
  const send = (command: HostCommand): void => session.send({ kind: 'host', command });
  return {
    live,
    buckets,
    send,
    changeBuckets(change) {
      if (!buckets) return;
      // The times before were measured with other settings of the sums.
      const auto = buckets.auto ? { auto: { ms: 0, ringMs: 0 } } : {};
      const next = { ...buckets, ...auto, ...change };
      setAsked({ buckets: next, before: live.buckets });
      send({ kind: 'set-buckets', buckets: next });
    },
  };
}
