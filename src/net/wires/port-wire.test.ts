import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/testing/wait-for';
import { linkContract } from '../testing/link-contract';
import { PortWire } from './port-wire';

linkContract('port', () => {
  const ports: MessagePort[] = [];
  return Promise.resolve({
    clock: realClock,
    wires: () => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      return Promise.resolve([new PortWire(port1), new PortWire(port2)] as const);
    },
    until: <T>(promise: Promise<T>) => promise,
    // An open port keeps Node alive.
    dispose: () => ports.forEach((port) => port.close()),
  });
});

test('L20d bulk frames of one task leave as one message, and what is left leaves before a close', async () => {
  const { port1, port2 } = new MessageChannel();
  const kinds: string[] = [];
  const ended = new Promise<void>((resolve) => {
    port2.onmessage = ({ data }: MessageEvent<{ kind: string; channel?: string; lengths?: number[] }>) => {
      if (data.kind === 'frames') kinds.push(`${data.channel}: ${data.lengths?.join(' ')}`);
      if (data.kind === 'close') resolve();
    };
  });
  const wire = new PortWire(port1);
  wire.start({ open() {}, message() {}, drain() {}, malformed() {}, lost() {} });
  for (let i = 0; i < 5; i++) wire.send('bulk', new Uint8Array(60_000));
  wire.send('control', new Uint8Array(3));
  wire.send('bulk', new Uint8Array(60_000));
  await waitFor(() => expect(kinds).toHaveLength(3));
  wire.send('bulk', new Uint8Array(7));
  wire.close();
  await ended;
  port2.close();
  expect(kinds).toEqual(['bulk: 60000 60000 60000 60000', 'control: 3', 'bulk: 60000 60000', 'bulk: 7']);
});
