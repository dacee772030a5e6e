// The page of the wire bench: a ring of replicas, each in a Worker with transferred channels, as in the product. Between two
// neighbours there is one connection for a link and another for bare channels.
import { assert } from '../../../src/base/assert';
import { realClock } from '../../../src/base/clock';
import { waitFor, type Wait } from '../../../src/base/deadline';
import { packHandover } from '../../../src/net/wires/channel-handover';
import type { DataChannels } from '../../../src/net/wires/channel-wire';
import { openBrowserTabs } from '../../../src/net/tabs/browser-tabs';
import { PeerConnection, type PeerSignal } from '../../../src/net/wires/peer-connection';
import type { WireJob, WireSide } from '../reports/wire-report';
import type { Carrier, WireAnswer, WireCommand } from './messages';

const openLimitMs = 30_000;
const jobLimitMs = 60_000;
const elementBytes = 4;

type Ran = Extract<WireAnswer, { kind: 'ran' }>;

class Replica {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  #waiting: Wait<WireAnswer> | undefined;

  constructor(readonly position: number) {
    this.#worker.onmessage = ({ data }: MessageEvent<WireAnswer>) => {
      if (data.kind === 'failed') this.#waiting?.reject(new Error(`replica ${position}: ${data.message}`));
      else this.#waiting?.settle(data);
    };
    this.#worker.onerror = ({ message }) =>
      this.#waiting?.reject(new Error(`replica ${position}: ${message}`));
  }

  say(command: WireCommand, transfer: Transferable[] = []): void {
    this.#worker.postMessage(command, transfer);
  }

  /** The next answer. */
  hear(limitMs: number, what: string): Promise<WireAnswer> {
    this.#waiting = waitFor<WireAnswer>(realClock, limitMs, `replica ${this.position} to ${what}`);
    return this.#waiting.promise;
  }

  async run(command: WireCommand): Promise<Ran> {
    const heard = this.hear(jobLimitMs, command.kind);
    this.say(command);
    const answer = await heard;
    assert(answer.kind === 'ran', `${command.kind} is answered with its times`);
    return answer;
  }

  end(): void {
    this.#worker.terminate();
  }
}

let replicas: Replica[] = [];
let connections: PeerConnection[] = [];

window.openWireRing = async (size) => {
  closeAll();
  replicas = Array.from({ length: size }, (_, position) => new Replica(position));
  for (const replica of replicas) replica.say({ kind: 'join', self: replica.position, size });
  for (const one of replicas)
    for (const other of replicas.slice(one.position + 1)) {
      await connect(one, other, 'link');
      const hops = other.position - one.position;
      if (hops === 1 || hops === size - 1) await connect(one, other, 'bare');
    }
};

window.openTabWires = async (position) => {
  closeAll();
  const replica = new Replica(position);
  replicas = [replica];
  replica.say({ kind: 'join', self: position, size: 2 });
  const tabs = openBrowserTabs(`replica ${position} of the bench`, realClock);
  assert(tabs, 'this browser has locks and SharedWorkers');
  const peer = 1 - position;
  for (const as of ['link', 'bare'] as const) {
    const key = `bench ${as}`;
    const met = await tabs.meet({ key, peer: `replica ${peer}`, relayKeys: () => undefined });
    assert(met, 'the other tab came');
    const heard = replica.hear(openLimitMs, `open its ${as}`);
    replica.say({ kind: 'edge', peer, as, handover: met.handover }, met.transfer);
    await heard;
  }
  tabs.close();
};

window.runTabJob = async ({ kind, size }, side) => {
  const [replica] = replicas;
  const { position } = replica;
  const as = side === 'ours' ? 'link' : 'bare';
  if (kind === 'stream')
    return replica.run({
      ...{ kind: 'load', as },
      sends: position === 0 ? size : 0,
      receives: position === 1 ? size : 0,
    });
  if (kind === 'exchange') return replica.run({ kind: 'load', as, sends: size, receives: size });
  return replica.run({ kind: 'echo', as, count: size });
};

function closeAll(): void {
  for (const connection of connections) connection.close();
  for (const replica of replicas) replica.end();
  connections = [];
  replicas = [];
}

window.emulateWire = (profile) => {
  for (const replica of replicas) replica.say({ kind: 'emulate', profile });
};

window.runWireJob = async (job, side) => {
  const ran = await ringRun(job, side);
  const ms = Math.max(...ran.map(({ endMs }) => endMs)) - Math.min(...ran.map(({ startMs }) => startMs));
  return job.kind === 'small' ? ms / job.count : ms;
};

function ringRun(job: WireJob, side: WireSide): Promise<readonly Ran[]> {
  const size = replicas.length;
  const all = (command: (position: number) => WireCommand): Promise<readonly Ran[]> =>
    Promise.all(replicas.map((replica) => replica.run(command(replica.position))));
  const as = side === 'ours' ? 'link' : 'bare';
  switch (job.kind) {
    case 'stream': {
      assert(size === 2, 'a stream goes from one replica to the other');
      const { bytes } = job;
      return all((at) => ({ kind: 'load', as, sends: at === 0 ? bytes : 0, receives: at === 1 ? bytes : 0 }));
    }
    case 'all-reduce': {
      const { elements } = job;
      if (side === 'ours') return all(() => ({ kind: 'all-reduce', path: 'ring', elements, count: 1 }));
      const bytes = Math.ceil((2 * (size - 1) * elements * elementBytes) / size);
      return all(() => ({ kind: 'load', as, sends: bytes, receives: bytes }));
    }
    case 'small': {
      const { elements, count } = job;
      if (side === 'ours') return all(() => ({ kind: 'all-reduce', path: 'gathered', elements, count }));
      if (side === 'ours, around the ring')
        return all(() => ({ kind: 'all-reduce', path: 'ring', elements, count }));
      const hops = 2 * (size - 1) * count;
      const bytes = Math.ceil((elements * elementBytes) / size);
      if (side === 'bare, all edges') return all(() => ({ kind: 'lockstep', rounds: hops, bytes }));
      return passToken(hops, bytes);
    }
    default:
      return job satisfies never;
  }
}

/** Replica 0 sends the token and gets the last hop. All the others only pass it on. */
async function passToken(hops: number, bytes: number): Promise<readonly Ran[]> {
  assert(hops % replicas.length === 0, 'a token comes back to where it began');
  const [first, ...others] = replicas;
  for (const replica of others) replica.say({ kind: 'token', hops, bytes });
  return [await first.run({ kind: 'token', hops, bytes })];
}

async function connect(one: Replica, other: Replica, as: Carrier): Promise<void> {
  const open = (replica: Replica, peer: Replica) => (channels: DataChannels) => {
    const { handover, transfer } = packHandover(channels, realClock);
    replica.say({ kind: 'edge', peer: peer.position, as, handover }, transfer);
  };
  const heard = [one, other].map((replica) => replica.hear(openLimitMs, `open its ${as}`));
  const pass = (to: () => PeerConnection, signal: PeerSignal): void =>
    queueMicrotask(() => void to().signal(JSON.parse(JSON.stringify(signal))));
  const a: PeerConnection = new PeerConnection({
    ...{ self: 'aa', peer: 'bb', peerName: `replica ${other.position}`, clock: realClock },
    onChannels: open(one, other),
    onSignal: (signal) => pass(() => b, signal),
  });
  const b: PeerConnection = new PeerConnection({
    ...{ self: 'bb', peer: 'aa', peerName: `replica ${one.position}`, clock: realClock },
    onChannels: open(other, one),
    onSignal: (signal) => pass(() => a, signal),
  });
  connections.push(a, b);
  await Promise.all(heard);
}
