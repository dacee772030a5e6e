// R28a: a large answer leaves turns of the event loop to others.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { realClock } from '../base/clock';
import { openGate } from './http-gate';
import { requestLimits } from './limits';
import { head, RawConnection } from './testing/raw-connection';

const answer = Buffer.alloc(8 * 1024 * 1024);
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server behind its gate that gives every request 8 MiB. Returns its port. */
async function open(): Promise<number> {
  const server = createServer();
  const gate = openGate(server, {
    clock: realClock,
    limits: requestLimits,
    addressOf: () => '192.0.2.66',
    networkOf: () => '192.0.2.66',
    isUpgrade: () => false,
    behind: {
      request: (_request, response) => void response.end(answer),
      upgrade: (_, socket) => socket.destroy(),
    },
    onCut: () => undefined,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => gate.close(),
    () => server.close(),
  );
  return (server.address() as AddressInfo).port;
}

/** Turns of the event loop until `isOver`. */
async function turnsUntil(isOver: () => boolean): Promise<number> {
  for (let turns = 0; ; turns++) {
    if (isOver()) return turns;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('R28a the pieces of a large answer leave in turns', async () => {
  const port = await open();
  const reader = await RawConnection.open(port);
  closing.push(() => reader.close());
  await reader.write(head('GET / HTTP/1.1'));
  const turns = await turnsUntil(() => reader.received.length >= answer.length);
  // 128 pieces of 64 KiB. The system takes some megabytes at once: 40 pieces and more.
  expect(turns).toBeGreaterThan(100);
});
