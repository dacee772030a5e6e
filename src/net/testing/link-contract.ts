// The contract of Link as a test suite (PROTOCOL.md L*), run against every wire. A bench opens wire pairs and waits for
// promises: with a real clock it waits, with a manual clock it runs the timers.
import { expect, test } from 'vitest';
import { bytesOf } from '../../base/bytes';
import { realClock, type Clock } from '../../base/clock';
import { DeadlineError } from '../../base/deadline';
import { hashHex, hashWords } from '../../base/hash';
import { prng } from '../../base/prng';
import { encodeLinkMessage } from '../link/link-message';
import { LinkClosedError, maxFrameBytes, type Channel, type Received } from '../link/link';
import type { Wire } from '../link/wire';
import { bulkWindowBytes, maxWindowBytes, WireLink } from '../link/wire-link';

export interface LinkBench {
  readonly clock: Clock;
  /** The two ends of a new connection, not started. */
  wires(): Promise<readonly [Wire, Wire]>;
  until<T>(promise: Promise<T>): Promise<T>;
  dispose(): void;
}

export function linkContract(name: string, openBench: () => Promise<LinkBench>): void {
  const rule = (title: string, body: (bench: LinkBench) => Promise<void>): void =>
    test(`${name}: ${title}`, async () => {
      const bench = await openBench();
      try {
        await body(bench);
      } finally {
        bench.dispose();
      }
    });

  rule('L1 frames arrive whole and in order on each channel', async (bench) => {
    const { a, b } = await linkPair(bench);
    const seen: Record<Channel, number[]> = { control: [], bulk: [] };
    const done = countdown(200);
    b.receive((frame) => {
      seen[frame.channel].push(numberOf(frame.bytes));
      frame.consume();
      done.tick();
    });
    for (let i = 0; i < 100; i++) {
      void a.send('bulk', numbered(i, 1 + ((i * 977) % 5000)));
      void a.send('control', numbered(i, 5));
    }
    await bench.until(done.promise);
    const order = Array.from({ length: 100 }, (_, i) => i);
    expect(seen).toEqual({ control: order, bulk: order });
  });

  rule('L2 control overtakes bulk that waits', async (bench) => {
    const { a, b } = await linkPair(bench);
    const frames = 64; // 4 MiB: four windows
    const held: Received[] = [];
    const control = signalled<number>();
    const done = countdown(frames);
    let consuming = false;
    b.receive((frame) => {
      if (frame.channel === 'control') {
        control.settle(done.count);
        return frame.consume();
      }
      done.tick();
      if (consuming) frame.consume();
      else held.push(frame);
    });
    const sends = Array.from({ length: frames }, (_, i) => a.send('bulk', numbered(i, maxFrameBytes)));
    void a.send('control', numbered(0, 40));
    const bulkBefore = await bench.until(control.promise);
    expect(bulkBefore).toBeLessThanOrEqual(bulkWindowBytes / maxFrameBytes);
    consuming = true;
    for (const frame of held) frame.consume();
    await bench.until(Promise.all([done.promise, ...sends]));
  });

  rule('L3 credit holds under a slow consumer, and nothing deadlocks', async (bench) => {
    const { a, b } = await linkPair(bench);
    // A machine that stands still makes long round trips, and the window grows with them.
    const largestWindow = bench.clock === realClock ? maxWindowBytes : bulkWindowBytes;
    const frames = 32 + 2 * (largestWindow / maxFrameBytes);
    let largest = 0;
    const waiting: Received[] = [];
    const done = countdown(frames);
    const consumeSome = (): void => {
      // A slow consumer, which never consumes all frames that it holds.
      for (let i = 0; i < 2 && waiting.length > 0; i++) {
        waiting.shift()!.consume();
        done.tick();
      }
      if (done.count < frames) bench.clock.after(8, consumeSome);
    };
    let isConsuming = false;
    b.receive((frame) => {
      waiting.push(frame);
      const { unconsumedBytes } = b.stats();
      largest = Math.max(largest, unconsumedBytes);
      // The consumer is slower than any wire: it begins when half the window waits for it.
      if (isConsuming || unconsumedBytes <= bulkWindowBytes / 2) return;
      isConsuming = true;
      bench.clock.after(8, consumeSome);
    });
    const sends = Array.from({ length: frames }, (_, i) =>
      a.send('bulk', numbered(i, maxFrameBytes - (i % 3))),
    );
    await bench.until(Promise.all([done.promise, ...sends]));
    expect(largest).toBeLessThanOrEqual(largestWindow);
    expect(b.stats().unconsumedBytes).toBe(0);
  });

  rule('L4 close settles every pending send, and `closed` once, at both ends', async (bench) => {
    const { a, b } = await linkPair(bench);
    const sends = Array.from({ length: 64 }, (_, i) => a.send('bulk', numbered(i, maxFrameBytes)));
    const settled = Promise.allSettled(sends);
    await bench.until(sends[0]);
    a.close('enough');
    a.close('again');
    const outcomes = await bench.until(settled);
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected.length).toBeGreaterThanOrEqual(64 - bulkWindowBytes / maxFrameBytes);
    for (const { reason } of rejected) expect(reason).toBeInstanceOf(LinkClosedError);
    expect(await bench.until(a.closed)).toEqual({ code: 'closed', message: 'enough' });
    expect(await bench.until(b.closed)).toMatchObject({
      code: 'closed-by-peer',
      message: expect.stringContaining('enough') as string,
    });
    await expect(a.send('control', numbered(0, 4))).rejects.toBeInstanceOf(LinkClosedError);
    expect([a.isOpen, b.isOpen, a.stats().queuedBytes]).toEqual([false, false, 0]);
  });

  rule('L5 an aborted send rejects with the reason and leaves the others in order', async (bench) => {
    const { a, b } = await linkPair(bench);
    const frames = 40;
    const controller = new AbortController();
    const held: Received[] = [];
    const seen: number[] = [];
    const done = countdown(frames - 1);
    let consuming = false;
    b.receive((frame) => {
      seen.push(numberOf(frame.bytes));
      done.tick();
      if (consuming) frame.consume();
      else held.push(frame);
    });
    const sends = Array.from({ length: frames }, (_, i) =>
      a.send('bulk', numbered(i, maxFrameBytes), i === 30 ? controller.signal : undefined),
    );
    const aborted = expect(sends[30]).rejects.toThrow('not needed');
    controller.abort(new Error('not needed'));
    await aborted;
    consuming = true;
    for (const frame of held) frame.consume();
    await bench.until(done.promise);
    expect(seen).toEqual(Array.from({ length: frames }, (_, i) => i).filter((i) => i !== 30));
    await expect(a.send('bulk', numbered(0, 4), controller.signal)).rejects.toThrow('not needed');
  });

  rule('L6 a send without progress rejects, naming the peer', async (bench) => {
    const { a, b } = await linkPair(bench, { sendDeadlineMs: 200 });
    const held: Received[] = [];
    b.receive((frame) => held.push(frame));
    const full = bulkWindowBytes / maxFrameBytes;
    const sends = Array.from({ length: full }, (_, i) => a.send('bulk', numbered(i, maxFrameBytes)));
    await bench.until(Promise.all(sends));
    const stuck = bench.until(a.send('bulk', numbered(full, maxFrameBytes)).catch((error: unknown) => error));
    const error = await stuck;
    expect(error).toBeInstanceOf(DeadlineError);
    expect((error as Error).message).toContain('peer b');
    // The link itself stays open.
    await bench.until(a.send('control', numbered(1, 8)));
    expect(a.isOpen).toBe(true);
  });

  rule('L7 frames that come before receive() are kept, and delivered first', async (bench) => {
    const { a, b } = await linkPair(bench);
    for (let i = 0; i < 10; i++) void a.send('control', numbered(i, 100));
    await bench.until(eventually(bench.clock, () => b.stats().bytesReceived === 1000));
    const seen: number[] = [];
    const done = countdown(11);
    b.receive((frame) => {
      seen.push(numberOf(frame.bytes));
      frame.consume();
      done.tick();
    });
    void a.send('control', numbered(10, 100));
    await bench.until(done.promise);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  rule('L8 a frame is 1 … 65,536 bytes', async (bench) => {
    const { a, b } = await linkPair(bench);
    const sizes: number[] = [];
    const done = countdown(2);
    b.receive((frame) => {
      sizes.push(frame.bytes.byteLength);
      frame.consume();
      done.tick();
    });
    expect(() => a.send('bulk', new Uint8Array(maxFrameBytes + 1))).toThrow('L8');
    expect(() => a.send('bulk', new Uint8Array(0))).toThrow('L8');
    await a.send('bulk', new Uint8Array(maxFrameBytes));
    await a.send('bulk', new Uint8Array(1));
    await bench.until(done.promise);
    expect(sizes).toEqual([maxFrameBytes, 1]);
  });

  for (const [what, channel, bytes] of malformedMessages())
    rule(`L9 ${what} is a protocol error, and both ends learn it`, async (bench) => {
      const [raw, wire] = await bench.wires();
      const b = new WireLink({ clock: bench.clock, wire, peer: 'peer a' });
      const { opened, goodbye } = startRaw(raw);
      await bench.until(Promise.all([opened, b.opened]));
      raw.send(channel, bytes);
      expect(await bench.until(b.closed)).toMatchObject({ code: 'protocol-error' });
      expect(await bench.until(goodbye)).toContain('you sent');
    });

  rule('L10 a peer that ignores credit is cut off', async (bench) => {
    const [raw, wire] = await bench.wires();
    const b = new WireLink({ clock: bench.clock, wire, peer: 'peer a' });
    const { opened } = startRaw(raw);
    await bench.until(Promise.all([opened, b.opened]));
    for (let i = 0; i <= bulkWindowBytes / maxFrameBytes; i++) raw.send('bulk', numbered(i, maxFrameBytes));
    const reason = await bench.until(b.closed);
    expect(reason.code).toBe('credit-exceeded');
    expect(reason.message).toContain('peer a');
    expect(b.stats().bytesReceived).toBeLessThanOrEqual(bulkWindowBytes);
  });

  rule('L11 the received bytes are the sent bytes, bit for bit', async (bench) => {
    const { a, b } = await linkPair(bench);
    const seed = 11;
    const random = prng(seed, 'transfer');
    const words = Uint32Array.from({ length: 1 << 20 }, () => random.uint32()); // 4 MiB
    const whole = bytesOf(words);
    const got = new Uint8Array(whole.byteLength);
    const done = signalled<void>();
    let at = 0;
    b.receive((frame) => {
      got.set(frame.bytes.subarray(1), at);
      at += frame.bytes.byteLength - 1;
      frame.consume();
      if (at === got.byteLength) done.settle();
    });
    for (let from = 0; from < whole.byteLength;) {
      const length = Math.min(1 + random.below(maxFrameBytes - 1), whole.byteLength - from);
      const frame = new Uint8Array(1 + length);
      frame.set(whole.subarray(from, from + length), 1);
      await bench.until(a.send('bulk', frame));
      frame.fill(0xee, 1); // a taken frame has been copied
      from += length;
    }
    await bench.until(done.promise);
    const received = hashHex(hashWords(new Uint32Array(got.buffer)));
    expect(received, `seed ${seed}`).toBe(hashHex(hashWords(words)));
  });

  rule('L12 pings measure the round trip and show that the peer is alive', async (bench) => {
    const { a, b } = await linkPair(bench);
    await bench.until(eventually(bench.clock, () => a.stats().roundTripMs !== undefined));
    const before = b.stats().lastHeardMs;
    await bench.until(eventually(bench.clock, () => b.stats().lastHeardMs > before));
    expect(a.stats().roundTripMs).toBeGreaterThanOrEqual(0);
  });

  rule('L12c pings align the clocks: both ends have the same one here', async (bench) => {
    const { a, b } = await linkPair(bench);
    for (const end of [a, b]) {
      await bench.until(eventually(bench.clock, () => end.stats().peerClock !== undefined));
      const { offsetMs, errorMs } = end.stats().peerClock!;
      expect(Math.abs(offsetMs)).toBeLessThanOrEqual(errorMs);
    }
  });

  rule('L13 a wire that ends without a goodbye is a lost link', async (bench) => {
    const [raw, wire] = await bench.wires();
    const b = new WireLink({ clock: bench.clock, wire, peer: 'peer a' });
    const { opened } = startRaw(raw);
    await bench.until(Promise.all([opened, b.opened]));
    const stuck = Array.from({ length: 40 }, (_, i) => b.send('bulk', numbered(i, maxFrameBytes)));
    const settled = Promise.allSettled(stuck);
    raw.close();
    expect(await bench.until(b.closed)).toMatchObject({ code: 'lost' });
    expect((await bench.until(settled)).at(-1)).toMatchObject({ status: 'rejected' });
  });
}

async function linkPair(
  bench: LinkBench,
  options: { readonly sendDeadlineMs?: number } = {},
): Promise<{ readonly a: WireLink; readonly b: WireLink }> {
  const [wireA, wireB] = await bench.wires();
  const a = new WireLink({ clock: bench.clock, wire: wireA, peer: 'peer b', ...options });
  const b = new WireLink({ clock: bench.clock, wire: wireB, peer: 'peer a', ...options });
  await bench.until(Promise.all([a.opened, b.opened]));
  return { a, b };
}

function malformedMessages(): readonly (readonly [string, Channel, Uint8Array])[] {
  const credit = (limitBytes: number, receivedBytes: number): Uint8Array =>
    encodeLinkMessage({ kind: 'credit', channel: 'bulk', limitBytes, receivedBytes });
  return [
    ['an empty message', 'bulk', new Uint8Array(0)],
    ['a message over 64 KiB', 'bulk', new Uint8Array(maxFrameBytes + 1)],
    ['an unknown link message', 'control', Uint8Array.of(0xff, 1, 2, 3)],
    ['a link message on bulk', 'bulk', credit(2 * bulkWindowBytes, 0)],
    ['a shortened credit', 'control', credit(2 * bulkWindowBytes, 0).slice(0, 20)],
    ['a credit taken back', 'control', credit(1, 0)],
    ['a credit for bytes never sent', 'control', credit(2 * bulkWindowBytes, 5)],
    ['a boundless credit', 'control', credit(Number.MAX_SAFE_INTEGER, 0)],
    ['a credit that is not a number', 'control', credit(NaN, 0)],
    ['a pong to no ping', 'control', encodeLinkMessage({ kind: 'pong', timeMs: 12345.678, clockMs: 1 })],
    ['a goodbye that is not UTF-8', 'control', Uint8Array.of(0xf4, 0xc0, 0x80)],
  ];
}

/** A wire without a link, for a peer that ignores the protocol. */
function startRaw(wire: Wire): { readonly opened: Promise<void>; readonly goodbye: Promise<string> } {
  const opened = signalled<void>();
  const goodbye = signalled<string>();
  wire.start({
    open: () => opened.settle(),
    message: (_channel, bytes) => {
      if (bytes[0] === 0xf4) goodbye.settle(new TextDecoder().decode(bytes.subarray(1)));
    },
    drain: () => {},
    malformed: () => {},
    lost: () => goodbye.settle('(lost without a goodbye)'),
  });
  return { opened: opened.promise, goodbye: goodbye.promise };
}

/** `length` bytes that carry `number` in the first two, if there are two. */
function numbered(number: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes[0] = number & 0x7f;
  if (length > 1) bytes[1] = number >> 7;
  return bytes;
}

function numberOf(bytes: Uint8Array): number {
  return bytes[0] | ((bytes.byteLength > 1 ? bytes[1] : 0) << 7);
}

function signalled<T>(): { readonly promise: Promise<T>; readonly settle: (value: T) => void } {
  let settle!: (value: T) => void;
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return { promise, settle };
}

function countdown(goal: number): { readonly promise: Promise<void>; count: number; tick(): void } {
  const { promise, settle } = signalled<void>();
  return {
    promise,
    count: 0,
    tick() {
      if (++this.count === goal) settle();
    },
  };
}

/** Settles when the condition holds; checks it every 5 ms. The test runner's time limit is the deadline. */
function eventually(clock: Clock, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (condition()) resolve();
      else clock.after(5, look);
    };
    look();
  });
}
