// The configuration that a host's page has stored may be of an older version. Its Worker checks it: what misses newer
// settings has their defaults, and one that is no longer understood creates no ring, and the host reads why.
import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/testing/wait-for';
import { newHostKeys } from '../../net/room/signed-command';
import type { FlightRecord } from '../../train/member/flight-record';
import { testConfig } from '../../train/testing/real-ring';
import type { RunConfig } from '../protocol';
import { beginReplica, type WorkerReplica } from './worker';
import type { FromWorker } from './worker-messages';

const self = '0123456789abcdef';

function hostWith(config: unknown): { readonly replica: WorkerReplica; readonly sent: FromWorker[] } {
  const sent: FromWorker[] = [];
  const replica = beginReplica(
    {
      ...{ kind: 'begin', self, name: 'Ann', seed: 1, code: 'TEST' },
      ...newHostKeys(),
      ...{ engine: 'cpu', replicasHere: 1 },
    },
    (message) => sent.push(message),
    realClock,
  )!;
  replica.receive({
    kind: 'roster',
    peers: [{ id: self, name: 'Ann', isHost: true, hasKey: true }],
    observers: 0,
  });
  replica.receive({ kind: 'create-ring', config: config as RunConfig });
  return { replica, sent };
}

async function linesOf({ replica, sent }: ReturnType<typeof hostWith>): Promise<FlightRecord['lines']> {
  replica.receive({ kind: 'request', id: 1, request: { kind: 'flight-record' } });
  const records = () =>
    sent.flatMap((message) => (message.kind === 'reply' ? [message.reply as FlightRecord] : []));
  await waitFor(() => expect(records()).toHaveLength(1));
  return records()[0].lines;
}

test('a configuration that is no longer understood creates no ring, and the flight record says why', async () => {
  const host = hostWith({ ...testConfig, optimizer: { kind: 'forgotten' } });
  expect(await linesOf(host)).toContainEqual(
    expect.objectContaining({ kind: 'no ring created', why: expect.stringContaining('optimizer') as string }),
  );
  host.replica.receive({ kind: 'command', command: { kind: 'leave' } });
});

test('the host reads that its settings create no ring, and does not wait for it', async () => {
  const { replica, sent } = hostWith({ ...testConfig, optimizer: { kind: 'forgotten' } });
  const phases = (): unknown[] =>
    sent.flatMap((message) =>
      message.kind === 'event' && message.event.kind === 'snapshot' ? [message.event.snapshot.phase] : [],
    );
  await waitFor(() =>
    expect(phases()).toContainEqual({
      kind: 'failed',
      error: { code: 'settings-refused', says: expect.objectContaining({}) as object },
    }),
  );
  replica.receive({ kind: 'command', command: { kind: 'leave' } });
});

test('settings that are newer than a stored configuration have their defaults', async () => {
  const { batchMode: _, globalBatch: __, shards: ___, sync: ____, ...older } = testConfig;
  const host = hostWith(older);
  const configs = (): unknown[] =>
    host.sent.flatMap((message) =>
      message.kind === 'event' && message.event.kind === 'snapshot' && message.event.snapshot.config
        ? [message.event.snapshot.config]
        : [],
    );
  await waitFor(() =>
    expect(configs()).toContainEqual(
      expect.objectContaining({ batchMode: 'grow', sync: { kind: 'every-step' } }),
    ),
  );
  host.replica.receive({ kind: 'command', command: { kind: 'leave' } });
});
