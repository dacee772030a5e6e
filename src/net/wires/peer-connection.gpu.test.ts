import { inWords } from '../../cli/english/testing/in-words';
import { say } from '../../base/sayings';
import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { canTransferChannels, type ChannelPath } from './channel-handover';
import { ChannelWire, type DataChannels } from './channel-wire';
import { connectionPair, transfer, workerPair } from '../testing/link-bench-page';
import { linkContract } from '../testing/link-contract';
import { PeerConnection } from './peer-connection';

linkContract('webrtc', () => {
  const pairs: { dispose(): void }[] = [];
  return Promise.resolve({
    clock: realClock,
    wires: () => {
      let a!: ChannelWire;
      let b!: ChannelWire;
      const pair = connectionPair(
        (channels) => (a = new ChannelWire(channels, realClock)),
        (channels) => (b = new ChannelWire(channels, realClock)),
      );
      pairs.push(pair);
      return Promise.resolve([a, b] as const);
    },
    until: <T>(promise: Promise<T>) => promise,
    dispose: () => pairs.forEach((pair) => pair.dispose()),
  });
});

test('this browser transfers data channels', () => {
  expect(canTransferChannels()).toBe(true);
});

const ways: readonly ChannelPath[] = ['channels', 'port'];

for (const how of ways) {
  // More than the 16 MiB that Chromium buffers for a connection.
  test(`L11 20 MiB between two Workers, by ${how}, each way, bit for bit`, async () => {
    const { a, b, workerA, workerB, dispose } = await workerPair('link', how);
    try {
      expect(await Promise.all([a.connected, b.connected])).toEqual([true, true]);
      const there = await transfer(workerA, workerB, 20 * 1024 * 1024, 1);
      const back = await transfer(workerB, workerA, 4 * 1024 * 1024, 2);
      console.log(
        `by ${how}: ${there.mibPerSecond.toFixed(1)} MiB/s there, ${back.mibPerSecond.toFixed(1)} back`,
      );
      expect(there.largestUnconsumed).toBeLessThanOrEqual(8 * 1024 * 1024);
    } finally {
      dispose();
    }
  });

  test(`L4 a goodbye from one Worker reaches the other, by ${how}`, async () => {
    const { a, workerA, workerB, dispose } = await workerPair('link', how);
    try {
      workerA.send({ kind: 'close', message: 'Calm Heron leaves' });
      expect((await workerA.receive('closed')).reason).toEqual({
        code: 'closed',
        message: 'Calm Heron leaves',
      });
      a.close();
      const { reason } = await workerB.receive('closed');
      expect(reason.code).toBe('closed-by-peer');
      expect(reason.message).toContain('Calm Heron leaves');
    } finally {
      dispose();
    }
  });

  test(`L13 a connection killed under its link loses the link at both ends, by ${how}`, async () => {
    const { a, b, workerA, workerB, dispose } = await workerPair('link', how);
    try {
      a.close();
      expect((await workerA.receive('closed')).reason.code).toBe('lost');
      expect((await workerB.receive('closed')).reason.code).toBe('lost');
      expect((await a.closed).code).toBe('closed');
      expect((await b.closed).code).toBe('failed');
    } finally {
      dispose();
    }
  });

  test(`L13 a Worker that ends in mid-transfer closes the other end, by ${how}`, async () => {
    const { a, workerA, workerB, dispose } = await workerPair('link', how);
    try {
      workerB.send({ kind: 'receive', bytes: 32 * 1024 * 1024 });
      workerA.send({ kind: 'send', bytes: 32 * 1024 * 1024, seed: 3 });
      workerB.send({ kind: 'trips', count: 3 });
      await workerB.receive('tripped');
      workerA.terminate();
      // The page of a Worker notices its end, and closes its connections.
      a.close();
      expect((await workerB.receive('closed')).reason.code).toBe('lost');
    } finally {
      dispose();
    }
  });
}

test('a malformed signal is an error value and changes nothing', async () => {
  const channels: DataChannels[] = [];
  const { a, b, dispose } = connectionPair(
    (made) => channels.push(made),
    (made) => channels.push(made),
  );
  try {
    const garbage: readonly unknown[] = [
      undefined,
      null,
      7,
      'offer',
      {},
      { type: 'offer' },
      { type: 'answer', sdp: 'nonsense' },
      { type: 'answer', sdp: 'v=0'.padEnd(40_000, 'x') },
      { type: 'candidate', candidate: 'x' },
      { type: 'candidate', candidate: { candidate: 'x'.repeat(2000) } },
      { type: 'renegotiate', renegotiate: true },
      { type: 'transceiverRequest', transceiverRequest: { kind: 'video' } },
      JSON.parse('{"__proto__": {"sdp": "v=0"}, "constructor": 1}'),
      { type: 'offer', sdp: 'v=0\r\n' }, // only a may offer
    ];
    for (const signal of garbage) {
      const result = a.signal(signal);
      expect(result, JSON.stringify(signal)).toMatchObject({ ok: false, error: { code: 'bad-signal' } });
    }
    expect(b.signal({ type: 'answer', sdp: 'v=0\r\n' })).toMatchObject({ ok: false });
    expect(await Promise.all([a.connected, b.connected])).toEqual([true, true]);
  } finally {
    dispose();
  }
  expect(a.signal({})).toMatchObject({ ok: false, error: { code: 'closed' } });
});

test('a description that no browser can read ends the connection with a reason, not an exception', async () => {
  const connection = lonely(15_000);
  expect(connection.signal({ type: 'answer', sdp: 'v=0\r\nnonsense' })).toMatchObject({ ok: true });
  expect(await connection.closed).toMatchObject({
    code: 'failed',
    why: inWords(expect.stringContaining('Brave Otter')),
  });
});

test('a connection that never opens ends with a reason that names the peer', async () => {
  const connection = lonely(300);
  expect(await connection.connected).toBe(false);
  expect(await connection.closed).toEqual({
    code: 'connect-timeout',
    why: say('no-connection-within', { name: 'Brave Otter', seconds: 0.3 }),
  });
});

test('ICE servers that no browser accepts end the connection with a reason', async () => {
  const connection = lonely(15_000, [{ urls: 'nonsense:' }]);
  expect((await connection.closed).code).toBe('failed');
});

test('control passes while bulk moves, and both arrive whole', async () => {
  const { workerA, workerB, dispose } = await workerPair('link', 'channels');
  try {
    const moving = transfer(workerA, workerB, 16 * 1024 * 1024, 9);
    workerA.send({ kind: 'trips', count: 30 });
    const { ms } = await workerA.receive('tripped');
    const { mibPerSecond } = await moving;
    const sorted = [...ms].sort((x, y) => x - y);
    console.log(
      `control round trip under ${mibPerSecond.toFixed(1)} MiB/s of bulk: p50 ${sorted[15].toFixed(1)} ms`,
    );
    expect(ms).toHaveLength(30);
  } finally {
    dispose();
  }
});

/** A connection whose peer never answers. */
function lonely(connectDeadlineMs: number, iceServers: readonly RTCIceServer[] = []): PeerConnection {
  return new PeerConnection({
    self: 'aa',
    peer: 'bb',
    peerName: 'Brave Otter',
    clock: realClock,
    iceServers,
    connectDeadlineMs,
    onChannels: () => {},
    onSignal: () => {},
  });
}
