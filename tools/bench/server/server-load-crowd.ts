// A process with a part of the members of server-load-bench.ts. Says once how long their joins took, and stays.
import { RawSocket } from '../../../e2e/faults/raw-socket';
import { description, joinMessage } from '../../../src/server/testing/test-server';

export interface CrowdOrder {
  readonly members: readonly {
    readonly url: string;
    readonly code: string;
    readonly localAddress: string;
  }[];
  readonly perSecond: number;
}

export interface CrowdResult {
  /** Times from the connection to the answer of the join, in ms. */
  readonly joinMs: readonly number[];
  readonly refused: number;
  /** Connections that ended. */
  readonly ended: number;
}

const beginMs = 20;
const longestMs = 60_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const joinMs: number[] = [];
let [refused, ended] = [0, 0];

function enter({ url, code, localAddress }: CrowdOrder['members'][number]): void {
  const sinceMs = performance.now();
  const socket: RawSocket = new RawSocket(
    url,
    (text) => {
      if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40'))
        socket.send(`420${JSON.stringify(['message', joinMessage(code, { description, hasKey: true })])}`);
      else if (text.startsWith('430')) {
        if (text.includes('"ok":true')) joinMs.push(performance.now() - sinceMs);
        else refused++;
      }
    },
    () => ended++,
    [],
    { localAddress, query: `&room=${code}`, isPolite: true },
  );
}

async function begin({ members, perSecond }: CrowdOrder): Promise<void> {
  const sinceMs = performance.now();
  for (let i = 0; i < members.length;) {
    const due = Math.min(members.length, Math.ceil(((performance.now() - sinceMs) / 1000) * perSecond));
    while (i < due) enter(members[i++]);
    await pause(beginMs);
  }
  const overMs = performance.now() + longestMs;
  while (joinMs.length + refused + ended < members.length && performance.now() < overMs) await pause(100);
  process.send!({ joinMs, refused, ended } satisfies CrowdResult);
}

process.once('message', (order: CrowdOrder) => void begin(order));
