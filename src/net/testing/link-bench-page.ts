// The page's half of the link tests in browsers: pairs of connections that exchange their signals directly, and Workers
// with the ends.
import { realClock } from '../../base/clock';
import { packHandover, type ChannelPath } from '../wires/channel-handover';
import type { DataChannels } from '../wires/channel-wire';
import type { BenchAnswer, BenchCommand } from './link-bench-messages';
import { PeerConnection, type PeerSignal } from '../wires/peer-connection';

export interface ConnectionPair {
  readonly a: PeerConnection;
  readonly b: PeerConnection;
  dispose(): void;
}

export function connectionPair(
  onChannelsA: (channels: DataChannels) => void,
  onChannelsB: (channels: DataChannels) => void,
): ConnectionPair {
  // A signal goes through JSON and a microtask, as if through a server.
  const pass = (to: () => PeerConnection, signal: PeerSignal): void => {
    const text = JSON.stringify(signal);
    queueMicrotask(() => to().signal(JSON.parse(text)));
  };
  const a: PeerConnection = new PeerConnection({
    self: 'aa',
    peer: 'bb',
    peerName: 'Calm Heron',
    clock: realClock,
    onChannels: onChannelsA,
    onSignal: (signal) => pass(() => b, signal),
  });
  const b: PeerConnection = new PeerConnection({
    self: 'bb',
    peer: 'aa',
    peerName: 'Brave Otter',
    clock: realClock,
    onChannels: onChannelsB,
    onSignal: (signal) => pass(() => a, signal),
  });
  return {
    a,
    b,
    dispose: () => {
      a.close();
      b.close();
    },
  };
}

export class BenchWorker {
  readonly #worker = new Worker(new URL('./link-bench-worker.ts', import.meta.url), { type: 'module' });
  #answers: BenchAnswer[] = [];
  #waiting: { readonly kind: BenchAnswer['kind']; readonly resolve: (answer: BenchAnswer) => void }[] = [];

  constructor() {
    this.#worker.onmessage = (event: MessageEvent<BenchAnswer>) => {
      const answer = event.data;
      if (answer.kind === 'failed') throw new Error(answer.message);
      const at = this.#waiting.findIndex((waiter) => waiter.kind === answer.kind);
      if (at < 0) this.#answers.push(answer);
      else this.#waiting.splice(at, 1)[0].resolve(answer);
    };
  }

  open(channels: DataChannels, as: 'link' | 'bare', how: ChannelPath): void {
    const { handover, transfer } = packHandover(channels, realClock, how);
    this.#worker.postMessage({ kind: as, handover } satisfies BenchCommand, transfer);
  }

  send(command: BenchCommand): void {
    this.#worker.postMessage(command);
  }

  /** The next answer of this kind, or one that has come already. */
  receive<K extends BenchAnswer['kind']>(kind: K): Promise<Extract<BenchAnswer, { readonly kind: K }>> {
    type Answer = Extract<BenchAnswer, { readonly kind: K }>;
    const at = this.#answers.findIndex((answer) => answer.kind === kind);
    if (at >= 0) return Promise.resolve(this.#answers.splice(at, 1)[0] as Answer);
    return new Promise((resolve) =>
      this.#waiting.push({ kind, resolve: (answer) => resolve(answer as Answer) }),
    );
  }

  terminate(): void {
    this.#worker.terminate();
  }
}

export interface WorkerPair extends ConnectionPair {
  readonly workerA: BenchWorker;
  readonly workerB: BenchWorker;
}

/** Two connections of this page with their ends in two Workers; open on return. */
export async function workerPair(as: 'link' | 'bare', how: ChannelPath): Promise<WorkerPair> {
  const workerA = new BenchWorker();
  const workerB = new BenchWorker();
  const pair = connectionPair(
    (channels) => workerA.open(channels, as, how),
    (channels) => workerB.open(channels, as, how),
  );
  await Promise.all([workerA.receive('opened'), workerB.receive('opened')]);
  const dispose = (): void => {
    pair.dispose();
    workerA.terminate();
    workerB.terminate();
  };
  return { ...pair, workerA, workerB, dispose };
}

/** Moves `bytes` from A to B, and measures the rate at the receiver. Throws when the received bytes differ. */
export async function transfer(
  from: BenchWorker,
  to: BenchWorker,
  bytes: number,
  seed: number,
): Promise<{ readonly mibPerSecond: number; readonly largestUnconsumed: number }> {
  to.send({ kind: 'receive', bytes });
  from.send({ kind: 'send', bytes, seed });
  const [sent, received] = await Promise.all([from.receive('sent'), to.receive('received')]);
  if (sent.hash !== received.hash)
    throw new Error(`seed ${seed}: sent ${sent.hash}, received ${received.hash}`);
  const mibPerSecond = bytes / 1024 / 1024 / (received.ms / 1000);
  return { mibPerSecond, largestUnconsumed: received.largestUnconsumed };
}
