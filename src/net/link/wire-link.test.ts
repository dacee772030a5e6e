// Messages that come before the wire can take an answer, which the other tests' wires seldom bring. A data channel in a
// Worker may deliver messages before its opening.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { driveFor } from '../../base/testing/drive-clock';
import { maxFrameBytes } from './link';
import { decodeLinkMessage, encodeLinkMessage, linkByte, type LinkMessage } from './link-message';
import { bulkWindowBytes, WireLink } from './wire-link';
import type { Wire, WireEvents } from './wire';

/** A wire whose other end is the test. */
class HandDrivenWire implements Wire {
  readonly kind = 'webrtc';
  takes = true;
  events!: WireEvents;
  sent: LinkMessage[] = [];

  start(events: WireEvents): void {
    this.events = events;
  }

  send(_channel: string, bytes: Uint8Array): boolean {
    const decoded = decodeLinkMessage(bytes);
    if (this.takes && decoded.ok) this.sent.push(decoded.value);
    return this.takes;
  }

  bufferedAmount(): number {
    return 0;
  }

  drainBelow(): void {}

  close(): void {}

  receive(message: LinkMessage): void {
    this.events.message('control', encodeLinkMessage(message));
  }

  get pongs(): number[] {
    return this.sent.flatMap((message) => (message.kind === 'pong' ? message.timeMs : []));
  }
}

function begin(): { clock: ManualClock; wire: HandDrivenWire; link: WireLink } {
  const clock = new ManualClock();
  const wire = new HandDrivenWire();
  const link = new WireLink({ clock, wire, peer: 'the other end' });
  return { clock, wire, link };
}

test('L12: a ping that comes before the wire opens is answered once, when it opens', async () => {
  const { clock, wire } = begin();
  wire.takes = false;
  wire.receive({ kind: 'ping', timeMs: 42 });
  expect(wire.pongs).toEqual([]);
  wire.takes = true;
  wire.events.open();
  expect(wire.pongs).toEqual([42]);
  await driveFor(clock, 3_000);
  expect(wire.pongs).toEqual([42]);
});

test('L12: a pong that a full wire refused is sent at the next tick, and pings go on', async () => {
  const { clock, wire, link } = begin();
  wire.events.open();
  wire.takes = false;
  wire.receive({ kind: 'ping', timeMs: 7 });
  await driveFor(clock, 100);
  wire.takes = true;
  await driveFor(clock, 500);
  expect(wire.pongs).toEqual([7]);
  wire.receive({ kind: 'ping', timeMs: 8 });
  expect(wire.pongs).toEqual([7, 8]);
  expect(link.isOpen).toBe(true);
});

test('L21a the peer learns what has come after a bulk frame, at most every 4 ms', async () => {
  const { clock, wire, link } = begin();
  wire.events.open();
  link.receive(() => undefined); // consumed never: there is no new credit to give
  const known = (): readonly number[] =>
    wire.sent.flatMap((message) => (message.kind === 'credit' ? message.receivedBytes : []));
  for (let i = 0; i < 3; i++) wire.events.message('bulk', Uint8Array.of(1, 2));
  expect(known()).toEqual([2]);
  await driveFor(clock, 3);
  expect(known()).toEqual([2]);
  await driveFor(clock, 2);
  expect(known()).toEqual([2, 6]);
  wire.takes = false;
  wire.events.message('bulk', Uint8Array.of(1, 2));
  await driveFor(clock, 10);
  wire.takes = true;
  await driveFor(clock, 600);
  expect(known()).toEqual([2, 6, 8]);
});

test('L21b no third frame leaves before something is known to have come', async () => {
  const { wire, link } = begin();
  const bulk: number[] = [];
  const send = wire.send.bind(wire);
  wire.send = (channel, bytes) => {
    if (channel === 'bulk' && bytes[0] < linkByte) bulk.push(bytes.byteLength);
    return send(channel, bytes) || true;
  };
  wire.events.open();
  const sends = Array.from({ length: 3 }, () => link.send('bulk', new Uint8Array(maxFrameBytes)));
  expect(bulk).toHaveLength(2);
  wire.receive({
    kind: 'credit',
    channel: 'bulk',
    limitBytes: bulkWindowBytes,
    receivedBytes: maxFrameBytes,
  });
  expect(bulk).toHaveLength(3);
  await Promise.all(sends);
});
