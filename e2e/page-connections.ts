// The page's own WebRTC connections, kept where a test can inspect or break one.
import type { Page } from '@playwright/test';

type Recorded = Window & { connections?: RTCPeerConnection[] };

/** Keeps the connections from now on. */
export function keepConnections(page: Page): Promise<void> {
  return page.evaluate(keep);
}

/** Keeps the connections from the next page on. */
export async function keepConnectionsFromStart(page: Page): Promise<void> {
  await page.addInitScript(keep);
}

function keep(): void {
  const kept: RTCPeerConnection[] = ((window as Recorded).connections = []);
  const Real = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      kept.push(this);
    }
  };
}

export function connectedCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      (window as Recorded).connections!.filter(({ connectionState }) => connectionState === 'connected')
        .length,
  );
}

/** Resolves with the number that was left at that moment: another may open soon. */
export function closeOne(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [one, ...others] = (window as Recorded).connections!.filter(
      ({ connectionState }) => connectionState === 'connected',
    );
    one.close();
    return others.length;
  });
}

/** What the page's connections have sent in data channels so far, in bytes of messages. */
export function bytesSent(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    for (const connection of (window as Recorded).connections!)
      (await connection.getStats()).forEach((entry: { type: string; bytesSent?: number }) => {
        if (entry.type === 'data-channel') sum += entry.bytesSent ?? 0;
      });
    return sum;
  });
}

export interface CandidateTypes {
  readonly local: string;
  readonly remote: string;
}

/** The candidate types of the pairs that carry the page's open connections: 'host', 'srflx', 'prflx' or 'relay' at
 *  each end. */
export function selectedPairs(page: Page): Promise<readonly CandidateTypes[]> {
  return page.evaluate(async () => {
    const open = (window as Recorded).connections!.filter((one) => one.connectionState === 'connected');
    const pairs: CandidateTypes[] = [];
    for (const connection of open) {
      const stats = new Map<string, Record<string, string>>();
      (await connection.getStats()).forEach((entry: { id: string }) =>
        stats.set(entry.id, entry as unknown as Record<string, string>),
      );
      for (const { type, selectedCandidatePairId } of stats.values()) {
        const pair = type === 'transport' ? stats.get(selectedCandidatePairId) : undefined;
        if (pair)
          pairs.push({
            local: stats.get(pair.localCandidateId)!.candidateType,
            remote: stats.get(pair.remoteCandidateId)!.candidateType,
          });
      }
    }
    return pairs;
  });
}
