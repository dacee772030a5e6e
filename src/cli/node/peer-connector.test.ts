// L14: the relay is offered in time, whoever began the direct connection, which here nobody answers. And who has
// forgotten a connection that its peer still believes in gets another, over real data channels.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ManualClock, realClock } from '../../base/clock';
import { openNodeRtc, type NodeRtc } from './node-rtc';
import { PeerConnector, type PeerConnectorDeps } from '../../replica/room/peer-connector';

let rtc: NodeRtc;

beforeAll(async () => {
  const loaded = await openNodeRtc();
  if (!loaded.ok) throw new Error(loaded.error.message);
  rtc = loaded.value;
});
afterAll(() => rtc.close());

function quietHost(self: string): PeerConnectorDeps {
  return {
    self,
    clock: realClock,
    rtc: rtc.rtc,
    iceServers: () => [],
    signal: () => undefined,
    canRelay: () => false,
    relay: () => Promise.reject(new Error('no relay was opened')),
    relayKeys: () => undefined,
    onLink: () => undefined,
    onRelay: () => undefined,
    onIdle: () => undefined,
    onTrouble: () => undefined,
    note: () => undefined,
  };
}

test.each([
  ['it is wanted first', ['want', 'call-me']],
  ['the peer asked to be called first', ['call-me', 'want']],
] as const)('a caller without an answer offers the relay after 4 s, where %s', (_what, order) => {
  const clock = new ManualClock();
  const kinds: string[] = [];
  const host: PeerConnectorDeps = {
    ...quietHost('a'.repeat(16)),
    clock,
    signal: (_to, data) => kinds.push((data as { kind: string }).kind),
    canRelay: () => true,
  };
  const line = new PeerConnector('b'.repeat(16), 'b', host);
  for (const what of order)
    if (what === 'want') line.want(true);
    else line.signal({ kind: 'call-me', call: 0 });
  const runTo = (ms: number): void => {
    while ((clock.nextDueMs() ?? Infinity) <= ms) clock.runNext();
  };
  runTo(3_999);
  expect(kinds).not.toContain('relay-offer');
  runTo(4_000);
  expect(kinds.filter((kind) => kind === 'relay-offer')).toHaveLength(1);
  line.close();
});

test('a peer that has forgotten an open connection is called anew when it asks, and only then', async () => {
  const [callerId, calleeId] = ['a'.repeat(16), 'b'.repeat(16)];
  let callee: PeerConnector;
  const opened: string[] = [];
  const calls: number[] = [];
  const noteTo =
    (who: string): PeerConnectorDeps['note'] =>
    (kind) => {
      if (kind === 'connection open') opened.push(who);
    };
  const caller: PeerConnector = new PeerConnector(calleeId, 'callee', {
    ...quietHost(callerId),
    signal: (_to, data) => {
      const { signal } = data as { signal?: { type: string } };
      if (signal?.type === 'offer') calls.push(opened.length);
      // It crosses the call: no reason for another.
      if (signal?.type === 'offer') caller.signal({ kind: 'call-me', call: 0 });
      callee.signal(data);
    },
    note: noteTo('caller'),
  });
  const calleeLine = (who: string): PeerConnector => {
    const line: PeerConnector = new PeerConnector(callerId, 'caller', {
      ...quietHost(calleeId),
      signal: (_to, data) => {
        if (line === callee) caller.signal(data);
      },
      note: noteTo(who),
    });
    return line;
  };
  const first = (callee = calleeLine('first'));
  callee.want(true);
  caller.want(true);
  await vi.waitFor(() => expect(opened.toSorted()).toEqual(['caller', 'first']), 5_000);
  expect(calls).toEqual([0]);
  // Its first line and that line's connection are left as they were: to the caller nothing has happened.
  callee = calleeLine('second');
  callee.want(true);
  await vi.waitFor(() => expect(opened.toSorted()).toEqual(['caller', 'caller', 'first', 'second']), 5_000);
  expect(calls).toEqual([0, 2]);
  for (const line of [caller, first, callee]) line.close();
});
