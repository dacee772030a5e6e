// L14: a caller offers the relay in time, whichever side began the direct connection; here nobody answers it. A page that
// forgot a connection gets a new one when it asks, although its peer still believes in the old one. Over real channels.
import { inEnglish } from '../english/in-english';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ManualClock, realClock } from '../../base/clock';
import { openNodeRtc, type NodeRtc } from './node-rtc';
import type { ConnectorDeps, ConnectorSignal, RoomPath } from '../../replica/room/connector-deps';
import { PeerConnector } from '../../replica/room/peer-connector';

let node: NodeRtc;

beforeAll(async () => {
  const loaded = await openNodeRtc();
  if (!loaded.ok) throw new Error(inEnglish(loaded.error.says));
  node = loaded.value;
});
afterAll(() => node.close());

const noRelay: RoomPath = {
  code: 'HK3ACD4QX',
  signal: () => undefined,
  canRelay: () => false,
  relay: () => Promise.reject(new Error('no relay was opened')),
  relayKeys: () => undefined,
};

function quietDeps(self: string): ConnectorDeps {
  return {
    self,
    clock: realClock,
    rtc: { implementation: node.rtc, iceServers: () => [] },
    onlyWebRtc: () => false,
    room: noRelay,
    log: { note: () => undefined, warn: () => undefined },
    handOver: () => undefined,
  };
}

const ignore = (): void => undefined;

test.each([
  ['it is wanted first', ['want', 'call-me']],
  ['the peer asked to be called first', ['call-me', 'want']],
] as const)('L14 a caller without an answer offers the relay after 4 s, where %s', (_what, sequence) => {
  const clock = new ManualClock();
  const kinds: string[] = [];
  const deps: ConnectorDeps = {
    ...quietDeps('a'.repeat(16)),
    clock,
    room: { ...noRelay, signal: (_to, { kind }) => kinds.push(kind), canRelay: () => true },
  };
  const connector = new PeerConnector('b'.repeat(16), 'b', deps, ignore);
  for (const what of sequence)
    if (what === 'want') connector.want(true);
    else connector.receive({ kind: 'call-me', call: 0 });
  const runTo = (ms: number): void => {
    while ((clock.nextDueMs() ?? Infinity) <= ms) clock.runNext();
  };
  runTo(3_999);
  expect(kinds).not.toContain('relay-offer');
  runTo(4_000);
  expect(kinds.filter((kind) => kind === 'relay-offer')).toHaveLength(1);
  connector.close();
});

test('L14 both ends open a relayed link with keys from the same two salts', () => {
  const clock = new ManualClock();
  const ids = ['a'.repeat(16), 'b'.repeat(16)] as const;
  const handedOver: string[] = [];
  const connectors = new Map<string, PeerConnector>();
  const add = (self: string, peer: string): PeerConnector => {
    const isForRelay = ({ kind }: ConnectorSignal): boolean => kind !== 'signal';
    const deps: ConnectorDeps = {
      ...quietDeps(self),
      clock,
      room: {
        code: 'HK3ACD4QX',
        signal: (to, signal) => void (isForRelay(signal) && connectors.get(to)?.receive(signal)),
        canRelay: () => true,
        relay: () => new Promise(() => undefined),
        relayKeys: (caller, answerer) => {
          const text = JSON.stringify([caller, answerer]);
          const key = new TextEncoder().encode(text);
          return { send: key, receive: key };
        },
      },
      handOver: (link) => {
        if (link.kind !== 'relay') return;
        handedOver.push(`${link.isCaller} ${link.peer} ${new TextDecoder().decode(link.keys.send)}`);
        link.port.close();
      },
    };
    const connector = new PeerConnector(peer, peer, deps, ignore);
    connectors.set(self, connector);
    return connector;
  };
  const [caller, answerer] = [add(ids[0], ids[1]), add(ids[1], ids[0])];
  caller.want(true);
  answerer.want(true);
  while (handedOver.length === 0 && (clock.nextDueMs() ?? Infinity) <= 4_000) clock.runNext();
  expect(handedOver.map((text) => text.split(' ').slice(0, 2))).toEqual([
    ['false', ids[0]],
    ['true', ids[1]],
  ]);
  const [answered, called] = handedOver.map((text) => text.split(' ')[2]);
  expect(answered).toBe(called);
  for (const connector of [caller, answerer]) connector.close();
});

test.each(['caller', 'answerer'])(
  'a browser without WebRTC, here the %s, is linked through the room',
  (which) => {
    const clock = new ManualClock();
    const ids = ['a'.repeat(16), 'b'.repeat(16)] as const;
    const bare = which === 'caller' ? ids[0] : ids[1];
    const relayed: string[] = [];
    const warnings: string[] = [];
    const connectors = new Map<string, PeerConnector>();
    const add = (self: string, peer: string): void => {
      const quiet = quietDeps(self);
      const deps: ConnectorDeps = {
        ...quiet,
        clock,
        ...(self === bare && { rtc: { implementation: undefined, iceServers: () => [] } }),
        log: { note: ignore, warn: (says) => warnings.push(`${self[0]}: ${inEnglish(says)}`) },
        room: {
          code: 'HK3ACD4QX',
          signal: (to, signal) => connectors.get(to)?.receive(signal),
          canRelay: () => true,
          relay: () => new Promise(() => undefined),
          relayKeys: () => ({ send: new Uint8Array(32), receive: new Uint8Array(32) }),
        },
        handOver: (link) => {
          if (link.kind !== 'relay') return;
          relayed.push(self);
          link.port.close();
        },
      };
      connectors.set(self, new PeerConnector(peer, peer, deps, ignore));
    };
    add(...ids);
    add(ids[1], ids[0]);
    for (const id of ids) connectors.get(id)!.want(true);
    while (relayed.length < 2 && (clock.nextDueMs() ?? Infinity) <= 8_000) clock.runNext();
    expect(relayed.sort()).toEqual([...ids]);
    for (const connector of connectors.values()) connector.close();
  },
);

test('L20a a page that can meet no tabs is as ready as before for the call that follows', () => {
  const clock = new ManualClock();
  const signals: string[] = [];
  const self = 'b'.repeat(16);
  const room = { ...noRelay, signal: (_to: string, { kind }: ConnectorSignal) => void signals.push(kind) };
  const connector = new PeerConnector('a'.repeat(16), 'a', { ...quietDeps(self), clock, room }, ignore);
  connector.want(true);
  connector.receive({ kind: 'tab-call', call: 1 });
  expect(connector.isActive).toBe(false);
  while (signals.length === 0 && (clock.nextDueMs() ?? Infinity) <= 1_000) clock.runNext();
  expect(signals).toEqual(['call-me']);
  connector.close();
});

test('a connector that is no longer wanted and has no link reports that it is idle', () => {
  const onIdle = vi.fn();
  const deps = { ...quietDeps('b'.repeat(16)), clock: new ManualClock() };
  const connector = new PeerConnector('a'.repeat(16), 'a', deps, onIdle);
  connector.want(true);
  expect(onIdle).not.toHaveBeenCalled();
  connector.want(false);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

/** A connection opens in some 0.3 s; a machine under load may need far longer. */
const openMs = 20_000;

test('a peer that has forgotten an open connection is called anew when it asks, and only then', async () => {
  const [callerId, calleeId] = ['a'.repeat(16), 'b'.repeat(16)];
  let callee: PeerConnector;
  const opened: string[] = [];
  const calls: number[] = [];
  const numbers = new Set<number>();
  /** Why handshakes of the caller broke. On a busy machine one may: it is called again, as it should be. */
  const failures: string[] = [];
  const logOf = (name: string): ConnectorDeps['log'] => ({
    note: (kind, facts) => {
      if (kind === 'connection open') opened.push(name);
      if (kind === 'connection closed' && name === 'caller' && facts?.code === 'failed')
        failures.push(String(facts.message));
    },
    warn: ignore,
  });
  const isOffer = (signal: ConnectorSignal): boolean =>
    signal.kind === 'signal' && (signal.signal as { type?: string }).type === 'offer';
  const callerDeps: ConnectorDeps = {
    ...quietDeps(callerId),
    room: {
      ...noRelay,
      signal: (_to, signal) => {
        // A connection may send a second offer, when it negotiates again; that is no new call.
        if (isOffer(signal) && !numbers.has(signal.call)) {
          numbers.add(signal.call);
          calls.push(opened.length);
          // This request crosses the call, so it must not cause another.
          caller.receive({ kind: 'call-me', call: 0 });
        }
        callee.receive(signal);
      },
    },
    log: logOf('caller'),
  };
  const caller: PeerConnector = new PeerConnector(calleeId, 'callee', callerDeps, ignore);
  const addCallee = (name: string): PeerConnector => {
    const deps: ConnectorDeps = {
      ...quietDeps(calleeId),
      room: {
        ...noRelay,
        signal: (_to, signal) => {
          if (connector === callee) caller.receive(signal);
        },
      },
      log: logOf(name),
    };
    const connector: PeerConnector = new PeerConnector(callerId, 'caller', deps, ignore);
    return connector;
  };
  const first = (callee = addCallee('first'));
  callee.want(true);
  caller.want(true);
  await vi.waitFor(() => expect(opened.toSorted()).toEqual(['caller', 'first']), openMs);
  const again = failures.map(() => 0);
  expect(calls, failures.join('; ')).toEqual([0, ...again]);
  // The first callee and its connection stay as they are, so the caller notices nothing.
  callee = addCallee('second');
  callee.want(true);
  await vi.waitFor(() => expect(opened.toSorted()).toEqual(['caller', 'caller', 'first', 'second']), openMs);
  expect(calls.slice(0, again.length + 2), failures.join('; ')).toEqual([0, ...again, 2]);
  expect(calls.length, failures.join('; ')).toBe(2 + failures.length);
  for (const connector of [caller, first, callee]) connector.close();
}, 60_000);
