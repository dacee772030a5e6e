// A Worker for the link tests in browsers: one end of a connection, as a link or as bare channels.
import { realClock } from '../../base/clock';
import { hashHex, hashWords } from '../../base/hash';
import { prng } from '../../base/prng';
import type { DataChannels } from '../wires/channel-wire';
import { EmulatedWire } from '../wires/emulated-wire';
import { wireFromHandover } from '../wires/channel-handover';
import { maxFrameBytes, type Received } from '../link/link';
import type { BenchAnswer, BenchCommand } from './link-bench-messages';
import { WireLink } from '../link/wire-link';

let link: WireLink | undefined;
let bare: DataChannels | undefined;
let want: { readonly bytes: Uint8Array; at: number; startMs: number; largestUnconsumed: number } | undefined;
let onTrip: (() => void) | undefined;

const tripOut = 1; // first byte of a control frame that asks for an answer
const tripBack = 2;

self.onmessage = (event: MessageEvent<BenchCommand>) => {
  run(event.data).catch((error: unknown) => answer({ kind: 'failed', message: String(error) }));
};

async function run(command: BenchCommand): Promise<void> {
  switch (command.kind) {
    case 'link': {
      link = new WireLink({
        clock: realClock,
        wire: new EmulatedWire(wireFromHandover(command.handover, realClock), realClock, prng('line')),
        peer: 'peer',
      });
      link.receive(received);
      void link.closed.then((reason) => answer({ kind: 'closed', reason }));
      await link.opened;
      if (link.isOpen) answer({ kind: 'opened' });
      return;
    }
    case 'bare':
      return openBare(command.handover as unknown as DataChannels);
    case 'send':
      return send(command.bytes, command.seed);
    case 'receive':
      want = { bytes: new Uint8Array(command.bytes), at: 0, startMs: 0, largestUnconsumed: 0 };
      return;
    case 'trips':
      return trips(command.count);
    case 'emulate':
      return link!.emulate(command.profile);
    case 'close':
      return link!.close(command.message);
    default:
      return command satisfies never;
  }
}

function received(frame: Received): void {
  if (frame.channel === 'control') {
    if (frame.bytes[0] === tripOut) void link!.send('control', Uint8Array.of(tripBack, 0, 0, 0));
    else onTrip?.();
  } else {
    if (want) want.largestUnconsumed = Math.max(want.largestUnconsumed, link!.stats().unconsumedBytes);
    arrived(frame.bytes);
  }
  frame.consume();
}

function arrived(bytes: Uint8Array): void {
  if (!want) return;
  if (want.at === 0) want.startMs = performance.now();
  want.bytes.set(bytes.subarray(4), want.at);
  want.at += bytes.byteLength - 4;
  if (want.at < want.bytes.byteLength) return;
  const ms = performance.now() - want.startMs;
  const hash = hashHex(hashWords(new Uint32Array(want.bytes.buffer)));
  answer({ kind: 'received', hash, ms, largestUnconsumed: want.largestUnconsumed });
  want = undefined;
}

async function send(bytes: number, seed: number): Promise<void> {
  const random = prng(seed, 'bench');
  const words = new Uint32Array(bytes / 4);
  for (let i = 0; i < words.length; i++) words[i] = random.uint32();
  const whole = new Uint8Array(words.buffer);
  const payloadBytes = maxFrameBytes - 4;
  for (let at = 0; at < bytes; at += payloadBytes) {
    const frame = new Uint8Array(4 + Math.min(payloadBytes, bytes - at));
    frame[0] = 1;
    frame.set(whole.subarray(at, at + payloadBytes), 4);
    if (link) await link.send('bulk', frame);
    else await sendBare(frame);
  }
  answer({ kind: 'sent', hash: hashHex(hashWords(words)) });
}

async function trips(count: number): Promise<void> {
  const ms: number[] = [];
  for (let i = 0; i < count; i++) {
    const back = new Promise<void>((resolve) => (onTrip = resolve));
    const startMs = performance.now();
    await link!.send('control', Uint8Array.of(tripOut, 0, 0, 0));
    await back;
    ms.push(performance.now() - startMs);
    // Spread over the transfer; without a pause they would measure one moment.
    await new Promise<void>((resolve) => realClock.after(5, resolve));
  }
  answer({ kind: 'tripped', ms, stats: link!.stats() });
}

/** Sends the same messages with safe watermarks and nothing else. */
function openBare({ control, bulk }: DataChannels): void {
  bare = { control, bulk };
  bulk.binaryType = 'arraybuffer';
  bulk.bufferedAmountLowThreshold = 256 * 1024;
  bulk.onmessage = (event: MessageEvent<ArrayBuffer>) => arrived(new Uint8Array(event.data));
  if (bulk.readyState === 'open') answer({ kind: 'opened' });
  else bulk.onopen = () => answer({ kind: 'opened' });
}

async function sendBare(frame: Uint8Array<ArrayBuffer>): Promise<void> {
  const { bulk } = bare!;
  if (bulk.bufferedAmount + frame.byteLength > 1024 * 1024)
    await new Promise<void>((resolve) => (bulk.onbufferedamountlow = () => resolve()));
  bulk.send(frame);
}

function answer(message: BenchAnswer): void {
  self.postMessage(message);
}
