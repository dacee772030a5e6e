// One end of the far bench: a link of the product, or bare channels of several connections. The sender streams bulk, and
// meanwhile sends small messages that the other end returns.
import { assert } from '../../../src/base/assert';
import { realClock } from '../../../src/base/clock';
import type { DataChannels } from '../../../src/net/wires/channel-wire';
import { wireFromHandover } from '../../../src/net/wires/channel-handover';
import { maxFrameBytes } from '../../../src/net/link/link';
import { WireLink } from '../../../src/net/link/wire-link';
import type { FarAnswer, FarCommand } from './messages';

/** The first bytes of frames: no frame types, and none of the link's own. */
const [loadByte, outByte, backByte] = [0xe0, 0xe1, 0xe2];
/** A small message leaves this often. */
const tripEveryMs = 20;
/** A bare channel's queue. */
const highBytes = 256 * 1024;

let link: WireLink | undefined;
let linkOpened: Promise<unknown> | undefined;
let postControl: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
const bares: DataChannels[] = [];
const baresOpened: Promise<void>[] = [];
let loadedBytes = 0;
let trips: number[] = [];

globalThis.onmessage = (event: MessageEvent<FarCommand>) => {
  run(event.data).catch((error: unknown) => answer({ kind: 'failed', message: String(error) }));
};

async function run(command: FarCommand): Promise<void> {
  switch (command.kind) {
    case 'edge':
      return command.as === 'link' ? openLink(command) : openBare(command);
    case 'opened':
      await Promise.all([linkOpened, ...baresOpened]);
      assert(!link || link.isOpen, 'the link opened');
      return answer({ kind: 'edge-open' });
    case 'stream':
      return stream(command.seconds);
    case 'count':
      return answer({ kind: 'counted', count: { bytes: loadedBytes, atMs: performance.now() } });
    default:
      return command satisfies never;
  }
}

function openLink({ handover }: FarCommand & { kind: 'edge' }): void {
  const opened = new WireLink({
    clock: realClock,
    wire: wireFromHandover(handover, realClock),
    peer: 'the other end',
    sendDeadlineMs: 60_000,
  });
  link = opened;
  linkOpened = opened.opened;
  opened.receive((frame) => {
    received(frame.bytes);
    frame.consume();
  });
  postControl = (bytes) => void opened.send('control', bytes).catch(() => undefined);
}

function openBare({ handover }: FarCommand & { kind: 'edge' }): void {
  assert(handover.kind === 'channels', 'this browser hands channels over');
  const { control, bulk } = handover;
  if (bares.length === 0) postControl = (bytes) => control.send(bytes);
  bares.push(handover);
  bulk.bufferedAmountLowThreshold = highBytes / 2;
  for (const channel of [control, bulk]) {
    channel.binaryType = 'arraybuffer';
    channel.onmessage = (event: MessageEvent<ArrayBuffer>) => received(new Uint8Array(event.data));
    baresOpened.push(
      new Promise((resolve) => {
        if (channel.readyState === 'open') resolve();
        else channel.onopen = () => resolve();
      }),
    );
  }
}

function received(bytes: Uint8Array): void {
  if (bytes[0] === loadByte) loadedBytes += bytes.byteLength;
  else if (bytes[0] === outByte) {
    const back = bytes.slice();
    back[0] = backByte;
    postControl(back);
  } else trips.push(performance.now() - new DataView(bytes.buffer, bytes.byteOffset).getFloat64(8));
}

async function stream(seconds: number): Promise<void> {
  trips = [];
  const endMs = performance.now() + 1000 * seconds;
  const trip = (): void => {
    const bytes = new Uint8Array(16).fill(outByte, 0, 1);
    new DataView(bytes.buffer).setFloat64(8, performance.now());
    postControl(bytes);
    if (performance.now() < endMs) realClock.after(tripEveryMs, trip);
  };
  trip();
  const frame = new Uint8Array(maxFrameBytes).fill(loadByte);
  if (link) while (performance.now() < endMs) await link.send('bulk', frame);
  else await Promise.all(bares.map((bare) => streamBare(bare, frame, endMs)));
  answer({ kind: 'streamed', trips: trips.toSorted((a, b) => a - b) });
}

async function streamBare(
  { bulk }: DataChannels,
  frame: Uint8Array<ArrayBuffer>,
  endMs: number,
): Promise<void> {
  while (performance.now() < endMs) {
    if (bulk.bufferedAmount + frame.byteLength > highBytes)
      await new Promise<void>((resolve) => (bulk.onbufferedamountlow = () => resolve()));
    bulk.send(frame);
  }
}

function answer(message: FarAnswer): void {
  globalThis.postMessage(message);
}
