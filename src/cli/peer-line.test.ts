// L14: the relay is offered in time, whoever began the direct connection, which here nobody answers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { openNodeRtc, type NodeRtc } from './node-rtc';
import { PeerLine, type LineHost } from '../replica/peer-line';

let rtc: NodeRtc;

beforeAll(async () => {
  const loaded = await openNodeRtc();
  if (!loaded.ok) throw new Error(loaded.error.message);
  rtc = loaded.value;
});
afterAll(() => rtc.close());

test.each([
  ['it is wanted first', ['want', 'call-me']],
  ['the peer asked to be called first', ['call-me', 'want']],
] as const)('a caller without an answer offers the relay after 4 s, where %s', (_what, order) => {
  const clock = new ManualClock();
  const kinds: string[] = [];
  const host: LineHost = {
    self: 'a'.repeat(16),
    clock,
    rtc: rtc.rtc,
    iceServers: () => [],
    signal: (_to, data) => kinds.push((data as { kind: string }).kind),
    canRelay: () => true,
    relay: () => Promise.reject(new Error('no relay was opened')),
    relayKeys: () => undefined,
    onLink: () => undefined,
    onRelay: () => undefined,
    onIdle: () => undefined,
    onTrouble: () => undefined,
    note: () => undefined,
  };
  const line = new PeerLine('b'.repeat(16), 'b', host);
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
