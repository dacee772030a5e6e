// What a replica reports to the server about its ring, for people who look the room up before they join (R16a) (R16). One
// member speaks for a ring: rank 0 of its view.
import type { RingProgress } from '../../net/room/room-messages';
import type { RingFacts } from '../worker/worker-messages';

/** 'as before': the view is changing, and nothing new is known. undefined: this replica does not speak for a ring. */
export function progressOf(
  { members, phase, step, door: { kind: door } }: Pick<RingFacts, 'members' | 'phase' | 'step' | 'door'>,
  self: string,
): RingProgress | 'as before' | undefined {
  if (members[0] !== self) return undefined;
  switch (phase) {
    case 'lobby':
    case 'training':
    case 'paused':
    case 'finished':
      return { phase, step, ...((door === 'asks' || door === 'locked') && { door }) };
    case 'regrouping':
    case 'catching-up':
      return 'as before';
    // The replica is outside a ring, or in a ring that no reported phase describes.
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
