// The door of a room, as its host decided and as a member's ring holds it: whom the member hands the key of an open room,
// and whom it answers (R21).
import { say, type Saying } from '../../base/sayings';
import type { RefusingDoor } from './room-messages';

export interface Door {
  /** 'unknown': this member does not know a ring's state, or not yet. */
  readonly kind: 'open' | Exclude<RefusingDoor, 'refused'>;
  /** Passes (R22) of those that the host let in, where the door is not open. */
  readonly admitted: readonly string[];
  /** Member ids: removed by the host, or not let in. */
  readonly refused: readonly string[];
  /** The public key of who took hosting over (R23). */
  readonly host?: string | undefined;
}

export const openDoor: Door = { kind: 'open', admitted: [], refused: [] };
export const unknownDoor: Door = { ...openDoor, kind: 'unknown' };

/** Whether the door shuts this replica out, by its pass. */
export function shutsOut({ kind, admitted }: Door, pass: () => string | undefined): boolean {
  return (kind === 'asks' || kind === 'locked') && !admitted.includes(pass() ?? '');
}

/** How long a device waits at a door: a host decides about a class one by one. */
export const letInMs = 15 * 60_000;

/** What a device that waits shows: whom it waits for, and until when. `hosts`: their names; undefined: not known. */
export function waitWords(
  door: 'asks' | 'locked',
  hosts: readonly string[] | undefined,
  untilEpochMs: number,
): Saying {
  const until = new Date(untilEpochMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (door === 'locked') return say('door-locked', { until });
  if (hosts?.length === 0) return say('door-host-away', { until });
  return hosts ? say('door-asks-of', { until, hosts: hosts.join(' / ') }) : say('door-asks', { until });
}
