// A member that speaks the protocol badly: a real page with the room's key, in a real ring. These lines are served
// before its Worker's own. They take its data channels. On a broadcast they spoil a frame on its way out, or send one
// more. All honest messages stay as they are, so that the others trust it until then.
import type { BrowserContext, Page } from '@playwright/test';

export type Misdeed =
  | 'nan' // the next gradients it sums up hold a NaN
  | 'infinity'
  | 'shorter' // a segment of the wrong length, in a frame whose header names that length
  | 'malformed' // a frame of a version that does not exist
  | 'replay' // a genuine frame of an earlier step, again
  | 'foreign' // a frame of another lineage
  | 'older' // a frame of an older generation
  | 'garbage' // bytes
  | 'flood'; // more than its credit

/** This runs before the first page of the context is opened. */
export async function corrupt(context: BrowserContext): Promise<void> {
  await context.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${hostileLines.toString()})();\n${await response.text()}` });
  });
}

/** Asks the page's Worker for an attack; resolves with what it did, once it could. */
export function misbehave(page: Page, misdeed: Misdeed): Promise<string> {
  return page.evaluate(
    (what) =>
      new Promise<string>((resolve) => {
        const channel = new BroadcastChannel('misdeeds');
        channel.onmessage = ({ data }: MessageEvent<{ done?: string }>) => {
          if (data.done === undefined) return;
          channel.close();
          resolve(data.done);
        };
        channel.postMessage({ what });
      }),
    misdeed,
  );
}

/** Runs in the Worker, before its module: it may use nothing from outside. */
function hostileLines(): void {
  const orders = new BroadcastChannel('misdeeds');
  const send = RTCDataChannel.prototype.send as (this: RTCDataChannel, data: Uint8Array) => void;
  const open = new Map<string, Set<RTCDataChannel>>();
  let pending = '';
  let isFlooding = false;
  let earlier: Uint8Array | undefined;
  const done = (what: string): void => {
    pending = '';
    orders.postMessage({ done: what });
  };
  const sendRaw = (label: string, bytes: Uint8Array): number => {
    let count = 0;
    for (const channel of open.get(label) ?? [])
      if (channel.readyState === 'open') {
        send.call(channel, bytes);
        count++;
      }
    return count;
  };
  const spoiled = (frame: Uint8Array, value: number): Uint8Array => {
    const copy = frame.slice();
    new DataView(copy.buffer).setFloat32(40, value, true);
    return copy;
  };
  // Listens to every channel, also to those on which its Worker sends nothing.
  const onmessage = Object.getOwnPropertyDescriptor(RTCDataChannel.prototype, 'onmessage')!;
  Object.defineProperty(RTCDataChannel.prototype, 'onmessage', {
    ...onmessage,
    set(this: RTCDataChannel, listener: (event: MessageEvent<ArrayBuffer>) => void) {
      open.set(this.label, (open.get(this.label) ?? new Set()).add(this));
      onmessage.set!.call(this, (event: MessageEvent<ArrayBuffer>) => {
        // Credit for frames that its own link did not send: the link would close before the peer does.
        if (isFlooding && new Uint8Array(event.data)[0] === 0xf3) return;
        listener.call(this, event);
      });
    },
  });
  RTCDataChannel.prototype.send = function (this: RTCDataChannel, data: unknown): void {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice()
      : new Uint8Array((data as ArrayBuffer).slice(0));
    const isReduce = bytes[0] === 1 && bytes.byteLength > 48;
    if (!isReduce) return send.call(this, bytes);
    earlier ??= bytes.slice();
    // The reduce-scatter's first hop carries its own gradient: phase 0 of the ring.
    const isSum = bytes[2] === 0;
    if (pending === 'nan' && isSum) {
      send.call(this, spoiled(bytes, NaN));
      return done('a NaN in its part of the sum');
    }
    if (pending === 'infinity' && isSum) {
      send.call(this, spoiled(bytes, Infinity));
      return done('∞ in its part of the sum');
    }
    if (pending === 'shorter') {
      const cut = bytes.slice(0, bytes.byteLength - 4);
      new DataView(cut.buffer).setUint32(32, cut.byteLength - 40, true);
      send.call(this, cut);
      return done('a segment one element short');
    }
    send.call(this, bytes);
    return undefined;
  };
  orders.onmessage = ({ data }: MessageEvent<{ what?: string }>): void => {
    const { what } = data;
    if (what === undefined) return;
    const frame = (): Uint8Array => (earlier ?? new Uint8Array(48)).slice();
    switch (what) {
      case 'nan':
      case 'infinity':
      case 'shorter':
        pending = what;
        return;
      case 'malformed': {
        const bytes = frame();
        bytes[1] = 99;
        return done(`${sendRaw('bulk', bytes)} frames of version 99`);
      }
      case 'replay':
        return done(`${sendRaw('bulk', frame())} frames of an earlier step`);
      case 'foreign': {
        const bytes = frame();
        new DataView(bytes.buffer).setUint32(4, 0x0bad0bad, true);
        return done(`${sendRaw('bulk', bytes)} frames of another lineage`);
      }
      case 'older': {
        const bytes = frame();
        new DataView(bytes.buffer).setUint32(8, 0, true);
        return done(`${sendRaw('bulk', bytes)} frames of generation 0`);
      }
      case 'garbage':
        return done(`${sendRaw('control', new Uint8Array(2_000).fill(0xab))} messages of garbage`);
      case 'flood': {
        // Frames of a future step are kept, so their credit does not come back; and these are more than any window.
        isFlooding = true;
        const bytes = new Uint8Array(60_000);
        bytes.set(frame().subarray(0, 40));
        const header = new DataView(bytes.buffer);
        header.setUint32(16, 1_000_000, true);
        header.setUint32(32, bytes.byteLength - 40, true);
        let sent = 0;
        for (let i = 0; i < 150; i++) sent += sendRaw('bulk', bytes);
        return done(`${sent} frames at once`);
      }
      default:
        return done(`nothing: ${what} is unknown`);
    }
  };
}
