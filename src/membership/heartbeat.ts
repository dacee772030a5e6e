// Who is silent and who is gone: a pure function of when each peer was last heard. A peer that misses three pings of a
// link (wire-link.ts) is suspect, one that misses six is lost. A closed link is lost after a grace that lets a
// reconnect happen. Invariant: from death to verdict ≤ 3.5 s, which leaves 1.5 s of the 5 s for the regroup.

export const suspectAfterMs = 1_500;
export const lostAfterMs = 3_000; // M12
/** A renegotiated data channel is back in about 0.3 s on one machine; more would eat into the regroup's time. */
export const closedGraceMs = 800;
/** A peer that was to open a link and never did: ICE and the relay's fallback take up to 8 s. */
export const neverOpenedMs = 10_000;

/** What is known of a link to a peer that should have one. */
export interface LinkSighting {
  readonly state: 'opening' | 'open' | 'closed';
  /** When it entered that state. */
  readonly sinceMs: number;
  /** When anything at all was last heard; −Infinity before. */
  readonly lastHeardMs: number;
}

export type Liveness = 'live' | 'silent' | 'lost';

export interface LinkHealth {
  readonly liveness: Liveness;
  readonly reason: string;
  /** When the verdict may change if nothing is heard; undefined when it cannot. */
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
