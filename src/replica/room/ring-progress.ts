// What a replica tells the server of its ring, for those who look the room up before they come in (R16). One member
// speaks for a ring: rank 0 of its view.
import type { RingProgress } from '../../net/room/room-messages';
import type { Snapshot } from '../protocol';

/** 'as before': the view is changing, and nothing new is known. undefined: this replica does not speak for a ring. */
export function progressOf(
  snapshot: Pick<Snapshot, 'phase' | 'step' | 'peers'>,
): RingProgress | 'as before' | undefined {
  const { phase, step, peers } = snapshot;
  if (peers.find(({ isSelf }) => isSelf)?.rank !== 0) return undefined;
  switch (phase.kind) {
    case 'lobby':
    case 'training':
    case 'paused':
    case 'finished':
      return { phase: phase.kind, step };
    case 'regrouping':
    case 'catching-up':
      return 'as before';
    // In no ring, or in one of which nothing simple is true.
    case 'starting':
    case 'needs-file':
    case 'connecting':
    case 'no-quorum':
    case 'diverged':
    case 'failed':
    case 'left':
      return undefined;
    default:
      return phase satisfies never;
  }
}
