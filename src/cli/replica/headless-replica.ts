// A replica without a page: the same room and the same replica, in this thread, over Node's data channels.
import { realClock } from '../../base/clock';
import type { NodeRtc } from '../node/node-rtc';
import type { EngineWish, ReplicaHandle, RoomTicket, RunConfig } from '../../replica/protocol';
import type { ReplicaThread } from '../../replica/worker/replica-worker';
import type { Neighbours } from '../../net/tabs/neighbours';
import { RoomReplica } from '../../replica/room/room-replica';
import type { ReplicaParts } from '../../replica/worker/replica-parts';
import { beginReplica, type WorkerReplica } from '../../replica/worker/worker';
import type { FromWorker, ToWorker } from '../../replica/worker/worker-messages';

export interface HeadlessOptions extends ReplicaParts {
  /** Origin of the room server. */
  readonly url: string;
  readonly ticket: RoomTicket;
  readonly name: string;
  /** The creator's: the room's first run. */
  readonly config?: RunConfig;
  readonly engine: EngineWish;
  readonly node: NodeRtc;
  /** Other replicas of this machine; undefined: they are linked by WebRTC. */
  readonly neighbours?: (self: string) => Neighbours;
  readonly iceServers?: readonly RTCIceServer[];
}

/** The time from destroy() until the last goodbye has been sent (room-replica's connections linger, and so does its
 *  thread). */
export const goodbyeMs = 700;

export function startHeadless(options: HeadlessOptions): ReplicaHandle {
  const { url, ticket, name, config, engine, node, iceServers = [], prepareOn, processor, texts } = options;
  return new RoomReplica({
    url,
    ticket,
    name,
    config,
    engine,
    clock: realClock,
    facts: `Node ${process.versions.node} on ${process.platform}`,
    iceServers: () => Promise.resolve(iceServers),
    headless: {
      rtc: node.rtc,
      start: () => new ThisThread({ prepareOn, processor, texts }),
      neighbours: options.neighbours ?? (() => undefined),
    },
  });
}

/** Stands in for the Worker. Its messages arrive later, as from a Worker. Messages to it arrive at once, because
 *  channels lose events that come before anyone listens. */
class ThisThread implements ReplicaThread {
  onmessage: ReplicaThread['onmessage'] = null;
  onerror: ReplicaThread['onerror'] = null;
  #replica: WorkerReplica | undefined;
  #isEnded = false;

  constructor(readonly parts: ReplicaParts) {}

  postMessage(message: ToWorker): void {
    if (message.kind === 'begin')
      this.#replica = beginReplica(message, (report) => this.#send(report), realClock, this.parts);
    else if (message.kind === 'ask') this.#send({ kind: 'here' });
    else this.#replica?.receive(message);
  }

  terminate(): void {
    this.#isEnded = true;
  }

  #send(data: FromWorker): void {
    queueMicrotask(() => {
      if (!this.#isEnded) this.onmessage?.({ data } as MessageEvent<FromWorker>);
    });
  }
}
