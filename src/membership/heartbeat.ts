// The health of a link: live, silent or lost, a pure function of when the peer was last heard. A peer that misses three
// pings of a link (wire-link.ts) is silent, one that misses six is lost. A closed link is lost after a grace time, in
// which it can reconnect. Invariant: from death to `lost` ≤ 3.5 s, which leaves 1.5 s of the 5 s for the regroup.

export const suspectAfterMs = 1_500;
export const lostAfterMs = 3_000; // M12
/** A renegotiated data channel is back in about 0.3 s on one machine; a longer grace would shorten the regroup. */
export const closedGraceMs = 800;
/** A link that does not open in this time is lost: ICE and then the relay take up to 8 s. */
export const neverOpenedMs = 10_000;

/** What this member knows of a link that it should have. */
export interface LinkSighting {
  readonly state: 'opening' | 'open' | 'closed';
  /** When it entered that state. */
  readonly sinceMs: number;
  /** When the last message arrived; −Infinity before the first. */
  readonly lastHeardMs: number;
}

export type Liveness = 'live' | 'silent' | 'lost';

export interface LinkHealth {
  readonly liveness: Liveness;
  readonly reason: string;
  /** When the liveness changes next if nothing is heard; undefined when it cannot change. */
  readonly dueMs: number | undefined;
}

export function livenessOf(link: LinkSighting, nowMs: number): LinkHealth {
  switch (link.state) {
    case 'opening': {
      const dueMs = link.sinceMs + neverOpenedMs;
      if (nowMs >= dueMs) return lost(`its link did not open in ${neverOpenedMs} ms`);
      return { liveness: 'silent', reason: 'its link is opening', dueMs };
    }
    case 'closed': {
      const dueMs = link.sinceMs + closedGraceMs;
      if (nowMs >= dueMs) return lost(`its link closed ${Math.round(nowMs - link.sinceMs)} ms ago`);
      return { liveness: 'silent', reason: 'its link closed', dueMs };
    }
    case 'open': {
      const heardMs = Math.max(link.lastHeardMs, link.sinceMs);
      const silenceMs = nowMs - heardMs;
      if (silenceMs >= lostAfterMs) return lost(`not heard for ${Math.round(silenceMs)} ms`);
      if (silenceMs >= suspectAfterMs)
        return {
          liveness: 'silent',
          reason: `not heard for ${Math.round(silenceMs)} ms`,
          dueMs: heardMs + lostAfterMs,
        };
      return { liveness: 'live', reason: 'heard', dueMs: heardMs + suspectAfterMs };
    }
    default:
      return link.state satisfies never;
  }
}

function lost(reason: string): LinkHealth {
  return { liveness: 'lost', reason, dueMs: undefined };
}
