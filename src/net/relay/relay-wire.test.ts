// L14: the relayed wire keeps the contract of every wire, and a server that tampers with its packets ends the link.
import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { ok } from '../../base/result';
import { linkContract } from '../testing/link-contract';
import { relayKeys, relaySaltBytes, type RelayKeys } from './relay-key';
import { pumpRelay } from './relay-pump';
import { RelayWire, relayPacketBytes } from './relay-wire';
import { toBase64Url } from '../room/room-key';
import { WireLink } from '../link/wire-link';
import { secureRandom } from '../../base/random-bytes';

const roomKey = Uint8Array.from({ length: 16 }, (_, i) => i);
const [a, b] = ['a'.repeat(16), 'b'.repeat(16)];

function keysOfPair(): readonly [RelayKeys, RelayKeys] {
  const party = (memberId: string) => ({ memberId, salt: toBase64Url(secureRandom(relaySaltBytes)) });
  const [caller, answerer] = [party(a), party(b)];
  return [a, b].map((self) => relayKeys(roomKey, 'HK3ACD4QX', caller, answerer, self)) as never;
}

/** Two wires and a server between their pumps. `pass` returns the packets that arrive in place of one. */
function relayed(
  pass: (packet: Uint8Array, from: 'a' | 'b') => readonly Uint8Array[] = (packet) => [packet],
) {
  const [keysA, keysB] = keysOfPair();
  const [portA, portB] = [new MessageChannel(), new MessageChannel()];
  const lengths: number[] = [];
  const through = (from: 'a' | 'b') => (packet: Uint8Array) => {
    lengths.push(packet.byteLength);
    for (const one of pass(packet, from)) (from === 'a' ? pumpB : pumpA).take(one);
    return Promise.resolve(ok(null));
  };
  const pumpA = pumpRelay(portA.port2, through('a'), () => {});
  const pumpB = pumpRelay(portB.port2, through('b'), () => {});
  return {
    wires: [
      new RelayWire({ port: portA.port1, keys: keysA, isCaller: true }),
      new RelayWire({ port: portB.port1, keys: keysB, isCaller: false }),
    ] as const,
    lengths,
    loseA: (why: string) => pumpA.lose(why),
    dispose: () => [portA, portB].forEach(({ port1, port2 }) => (port1.close(), port2.close())),
  };
}

linkContract('relay', () => {
  const pairs: ReturnType<typeof relayed>[] = [];
  return Promise.resolve({
    clock: realClock,
    wires: () => {
      const pair = relayed();
      pairs.push(pair);
      return Promise.resolve(pair.wires);
    },
    until: <T>(promise: Promise<T>) => promise,
    dispose: () => pairs.forEach((pair) => pair.dispose()),
  });
});

const lies: readonly (readonly [string, (packets: Uint8Array[]) => Uint8Array[]])[] = [
  ['replayed', ([first, ...rest]) => [first, first, ...rest]],
  ['altered', ([first, ...rest]) => [first.with(first.length - 1, first.at(-1)! ^ 1), ...rest]],
  ['withheld', ([, ...rest]) => rest],
  ['in another order', ([first, second, ...rest]) => [second, first, ...rest]],
  ['of another sender', (packets) => [new Uint8Array(40), ...packets]],
  ['empty', (packets) => [new Uint8Array(0), ...packets]],
];

test.each(lies)('L14 packets %s end the link as a protocol error', async (_, lie) => {
  const held: Uint8Array[] = [];
  let isLying = false;
  const pair = relayed((packet, from) => {
    if (from === 'b' || !isLying) return [packet];
    held.push(packet);
    return held.length === 3 ? lie(held.splice(0)) : [];
  });
  const [linkA, linkB] = pair.wires.map((wire, i) => new WireLink({ clock: realClock, wire, peer: 'ab'[1 - i] })); // prettier-ignore
  await Promise.all([linkA.opened, linkB.opened]);
  const arrived: number[] = [];
  linkB.receive((received) => {
    arrived.push(received.bytes[0]);
    received.consume();
  });
  isLying = true;
  for (const first of [1, 2, 3]) await linkA.send('bulk', Uint8Array.of(first, 0, 0, 0));
  expect(await linkB.closed).toMatchObject({ code: 'protocol-error' });
  expect([[], [1]], 'nothing after the lie').toContainEqual(arrived);
  expect((await linkA.closed).code).toBe('closed-by-peer');
  pair.dispose();
});

test('L14 no packet exceeds the server’s limit, and two calls share no key', async () => {
  const pair = relayed();
  const [linkA, linkB] = pair.wires.map((wire, i) => new WireLink({ clock: realClock, wire, peer: 'ab'[1 - i] })); // prettier-ignore
  await Promise.all([linkA.opened, linkB.opened]);
  const got = new Promise<number>((resolve) => linkB.receive(({ bytes }) => resolve(bytes.byteLength)));
  await linkA.send('bulk', new Uint8Array(65_536));
  expect(await got).toBe(65_536);
  expect(Math.max(...pair.lengths)).toBeLessThanOrEqual(relayPacketBytes);
  pair.loseA('the server is away');
  expect(await linkA.closed).toEqual({ code: 'lost', message: 'the server is away' });
  pair.dispose();

  const [[sendA, receiveA], [sendB, receiveB], [other]] = [...keysOfPair(), keysOfPair()[0]].map((keys) =>
    [keys.send, keys.receive].map(toBase64Url),
  );
  expect([sendB, receiveB]).toEqual([receiveA, sendA]);
  expect(new Set([sendA, receiveA, other]).size).toBe(3);
});
