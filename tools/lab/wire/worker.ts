// One replica of the wire bench: its ends of the links, with the router and the collectives of the product, and of bare
// channels beside them.
import { logged } from '../../../src/base/sayings';
import { assert } from '../../../src/base/assert';
import { realClock } from '../../../src/base/clock';
import { prng } from '../../../src/base/prng';
import { Collective } from '../../../src/collectives/collective';
import { GatheredSum } from '../../../src/collectives/gathered-sum';
import { FrameRouter } from '../../../src/collectives/frame-router';
import { readReduceFrame } from '../../../src/collectives/reduce-frame';
import type { View } from '../../../src/membership/view';
import { decodeFrame } from '../../../src/net/frame/frame';
import { maxFrameBytes, type Received } from '../../../src/net/link/link';
import { WireLink } from '../../../src/net/link/wire-link';
import { EmulatedWire } from '../../../src/net/wires/emulated-wire';
import { wireFromHandover } from '../../../src/net/wires/channel-handover';
import { BareChannels, type BareCarrier } from './bare-channels';
import { BarePort } from './bare-port';
import type { Carrier, WireAnswer, WireCommand } from './messages';

/** First bytes of frames that only load a link, and of those that come back: no frame types, and none of the link's own. */
const loadByte = 0xe0;
const echoByte = 0xe1;
const echoBytes = 64;

let self = 0;
let size = 0;
let step = 0;
const links = new Map<number, WireLink>();
const wires: EmulatedWire[] = [];
const bares = new Map<number, BareCarrier>();
const router = new FrameRouter();
/** Bytes of load that arrived over links, and who waits for more. */
let loaded = 0;
let onLoaded: (() => void) | undefined;
/** Frames that came back, or are to go back, and who waits for the next. */
let echoed = 0;
let onEcho: (() => void) | undefined;

const successor = (): number => (self + 1) % size;
const predecessor = (): number => (self + size - 1) % size;
const nameOf = (position: number): string => `replica ${position}`;
const now = (): number => performance.timeOrigin + performance.now();

globalThis.onmessage = (event: MessageEvent<WireCommand>) => {
  run(event.data).catch((error: unknown) => answer({ kind: 'failed', message: String(error) }));
};

async function run(command: WireCommand): Promise<void> {
  switch (command.kind) {
    case 'join': {
      ({ self, size } = command);
      router.setView(view());
      return;
    }
    case 'edge':
      await openEdge(command);
      return answer({ kind: 'edge-open' });
    case 'emulate':
      for (const wire of wires) wire.emulate(command.profile);
      return;
    case 'load':
      return timed(() => load(command.as, command.sends, command.receives));
    case 'all-reduce':
      return allReduce(command.path, command.elements, command.count);
    case 'echo':
      return timed(() => echo(command.as, command.count));
    case 'token':
      return token(command.hops, command.bytes);
    case 'lockstep':
      return timed(() => lockstep(command.rounds, command.bytes));
    default:
      return command satisfies never;
  }
}

async function openEdge({ peer, as, handover }: Extract<WireCommand, { kind: 'edge' }>): Promise<void> {
  if (as === 'bare') {
    assert(handover.kind === 'channels' || handover.kind === 'tab', 'this browser hands channels over');
    const bare = handover.kind === 'tab' ? new BarePort(handover.port) : new BareChannels(handover);
    bares.set(peer, bare);
    return bare.opened;
  }
  const wire = new EmulatedWire(
    wireFromHandover(handover, realClock),
    realClock,
    prng('wire bench', self, peer),
  );
  wires.push(wire);
  const link = new WireLink({ clock: realClock, wire, peer: nameOf(peer) });
  links.set(peer, link);
  link.receive((frame) => received(peer, frame));
  await link.opened;
}

function received(peer: number, frame: Received): void {
  if (frame.bytes[0] === loadByte) {
    loaded += frame.bytes.byteLength;
    frame.consume();
    onLoaded?.();
    return;
  }
  if (frame.bytes[0] === echoByte) {
    frame.consume();
    echoed++;
    onEcho?.();
    return;
  }
  const decoded = decodeFrame(frame.bytes);
  if (!decoded.ok) throw new Error(logged(decoded.error.says));
  const read = readReduceFrame(nameOf(peer), decoded.value, () => frame.consume());
  if (!read.ok) throw new Error(logged(read.error.says));
  router.receive(read.value);
}

async function load(as: Carrier, sends: number, receives: number): Promise<void> {
  const come = receives === 0 ? Promise.resolve() : as === 'link' ? linkLoad(receives) : bareLoad(receives);
  const bare = bares.get(successor())!;
  const frame = new Uint8Array(as === 'link' ? maxFrameBytes : bare.messageBytes).fill(loadByte);
  for (let left = sends; left > 0; left -= frame.byteLength) {
    const part = frame.subarray(0, Math.min(left, frame.byteLength));
    if (as === 'link') await links.get(successor())!.send('bulk', part);
    else await bare.send(part);
  }
  await come;
}

async function echo(as: Carrier, count: number): Promise<void> {
  const frame = new Uint8Array(echoBytes).fill(echoByte);
  const bare = bares.get(successor())!;
  const send = (): void => {
    if (as === 'link') void links.get(successor())!.send('control', frame);
    else bare.post(frame);
  };
  if (as === 'bare') bare.receive(() => (echoed++, onEcho?.()));
  for (let trip = 0; trip < count; trip++) {
    if (self === 0) send();
    if (echoed === 0) await new Promise<void>((resolve) => (onEcho = resolve));
    echoed--;
    if (self !== 0) send();
  }
  bare.receive(undefined);
  onEcho = undefined;
}

function linkLoad(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    onLoaded = () => {
      if (loaded < bytes) return;
      loaded -= bytes;
      onLoaded = undefined;
      resolve();
    };
    onLoaded();
  });
}

function bareLoad(bytes: number): Promise<void> {
  const bare = bares.get(predecessor())!;
  let left = bytes;
  return new Promise((resolve) => {
    bare.receive(({ byteLength }) => {
      left -= byteLength;
      if (left > 0) return;
      bare.receive(undefined);
      resolve();
    });
  });
}

async function allReduce(path: 'ring' | 'gathered', elements: number, count: number): Promise<void> {
  const local = Float32Array.from({ length: elements }, (_, i) => (i % 1000) + self);
  const result = new Float32Array(elements);
  const { lineage, generation } = view();
  await timed(async () => {
    for (let i = 0; i < count; i++) {
      router.setStep(++step);
      const common = {
        ...{ view: view(), self: nameOf(self), local, result, offset: 0, clock: realClock },
        key: { lineage, generation, step, bucket: 0 },
        send: (to: string, bytes: Uint8Array) => linkTo(to).send('bulk', bytes),
      };
      const collective =
        path === 'ring'
          ? new Collective({ ...common, collective: 'all-reduce', topology: 'ring' })
          : new GatheredSum({ ...common, path, contributors: common.view.members, order: 'ring' });
      router.register(collective);
      collective.start();
      await collective.done;
    }
  });
  // Whole numbers below 2²⁴: every order of additions gives the same sum.
  for (let i = 0; i < elements; i++)
    assert(result[i] === size * (i % 1000) + (size * (size - 1)) / 2, `element ${i} of the sum is right`);
}

function linkTo(member: string): WireLink {
  const found = [...links].find(([peer]) => nameOf(peer) === member);
  assert(found, `a link to ${member} is there`);
  return found[1];
}

/** The first four bytes count the hops left. Replica 0 has the last one, and answers. */
function token(hops: number, bytes: number): void {
  const to = bares.get(successor())!;
  const from = bares.get(predecessor())!;
  const startMs = now();
  from.receive((message) => {
    const words = new DataView(message.buffer);
    const left = words.getUint32(0, true);
    words.setUint32(0, left - 1, true);
    if (left <= size) from.receive(undefined); // it does not come again
    if (left > 1) to.post(message as Uint8Array<ArrayBuffer>);
    else answer({ kind: 'ran', startMs, endMs: now() });
  });
  if (self !== 0) return;
  const message = new Uint8Array(Math.max(4, bytes));
  new DataView(message.buffer).setUint32(0, hops, true);
  to.post(message);
}

async function lockstep(rounds: number, bytes: number): Promise<void> {
  let come = 0;
  let onCome: (() => void) | undefined;
  const from = bares.get(predecessor())!;
  from.receive(() => {
    come++;
    onCome?.();
  });
  const message = new Uint8Array(bytes);
  for (let round = 1; round <= rounds; round++) {
    bares.get(successor())!.post(message);
    if (come < round) await new Promise<void>((resolve) => (onCome = resolve));
  }
  from.receive(undefined);
}

async function timed(work: () => Promise<void>): Promise<void> {
  const startMs = now();
  await work();
  answer({ kind: 'ran', startMs, endMs: now() });
}

function view(): View {
  const members = Array.from({ length: size }, (_, position) => nameOf(position));
  return { lineage: '00000001', generation: 1, members, ring: members.map((_, position) => position) };
}

function answer(message: WireAnswer): void {
  globalThis.postMessage(message);
}
