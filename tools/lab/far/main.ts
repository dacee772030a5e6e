// The page of the far bench: one end of one or several connections to a page elsewhere, whose channels go to a Worker, as
// in the product. The driver carries the signals.
import { realClock } from '../../../src/base/clock';
import { waitFor, type Wait } from '../../../src/base/deadline';
import { packHandover } from '../../../src/net/wires/channel-handover';
import { PeerConnection } from '../../../src/net/wires/peer-connection';
import type { FarAnswer, FarCommand } from './messages';

const openLimitMs = 30_000;
const countLimitMs = 30_000;
/** What is under way at the end of a stream may still leave. */
const streamLimitMs = 60_000;

let worker: Worker | undefined;
let connections: PeerConnection[] = [];
const waits = new Map<FarAnswer['kind'], Wait<FarAnswer>>();

window.openFar = async ({ isSender, as, associations }) => {
  for (const connection of connections) connection.close();
  worker?.terminate();
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FarAnswer>) => {
    if (data.kind !== 'failed') return waits.get(data.kind)?.settle(data);
    for (const wait of waits.values()) wait.reject(new Error(data.message));
  };
  const [self, peer] = isSender ? ['aa', 'bb'] : ['bb', 'aa'];
  const opened = hear('edge-open', openLimitMs);
  connections = Array.from({ length: associations }, (_, number) => {
    return new PeerConnection({
      self,
      peer,
      peerName: 'the other end',
      clock: realClock,
      onChannels: (channels) => {
        const { handover, transfer } = packHandover(channels, realClock);
        say({ kind: 'edge', number, as, handover }, transfer);
      },
      onSignal: (signal) => void window.sendFarSignal(number, signal),
    });
  });
  say({ kind: 'opened', associations });
  await opened;
};

window.takeFarSignal = (number, signal) => void connections[number].signal(signal);

window.streamFar = async (seconds) => {
  const heard = hear('streamed', 1000 * seconds + streamLimitMs);
  say({ kind: 'stream', seconds });
  const answer = await heard;
  return answer.kind === 'streamed' ? answer.trips : [];
};

window.countFar = async () => {
  const heard = hear('counted', countLimitMs);
  say({ kind: 'count' });
  const answer = await heard;
  return answer.kind === 'counted' ? answer.count : { bytes: 0, atMs: 0 };
};

function say(command: FarCommand, transfer: Transferable[] = []): void {
  worker?.postMessage(command, transfer);
}

function hear(kind: FarAnswer['kind'], limitMs: number): Promise<FarAnswer> {
  const wait = waitFor<FarAnswer>(realClock, limitMs, `the Worker to say ${kind}`);
  waits.set(kind, wait);
  return wait.promise;
}
