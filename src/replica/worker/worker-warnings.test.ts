// What is wrong with a device is said on its screen, in words of the page's language, and kept in the flight record.
import { logged, say, unexpected } from '../../base/sayings';
import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/testing/wait-for';
import { newHostKeys } from '../../net/room/signed-command';
import type { FlightRecord } from '../../train/member/flight-record';
import { testConfig } from '../../train/testing/real-ring';
import type { EngineChooser } from './engine-chooser';
import { prepare } from './prepare';
import { beginReplica } from './worker';
import type { FromWorker } from './worker-messages';

test('a check of the engine that was not done is a warning, with its code, and a line of the flight record', async () => {
  const sent: FromWorker[] = [];
  const says = say('check-not-done', { detail: unexpected('no memory') });
  const self = '0123456789abcdef';
  const replica = beginReplica(
    {
      ...{ kind: 'begin', self, name: 'Ann', seed: 1, code: 'TEST' },
      ...newHostKeys(),
      ...{ engine: 'cpu', replicasHere: 1 },
    },
    (message) => sent.push(message),
    realClock,
    {
      prepareOn(config, store, chooser) {
        (chooser as EngineChooser).warn(says);
        return prepare(config, store, chooser);
      },
    },
  )!;
  replica.receive({
    kind: 'roster',
    peers: [{ id: self, name: 'Ann', isHost: true, hasKey: true }],
    observers: 0,
  });
  replica.receive({ kind: 'create-ring', config: testConfig });
  const notices = (): unknown[] =>
    sent.flatMap((message) =>
      message.kind === 'event' && message.event.kind === 'notice' ? [message.event.notice] : [],
    );
  await waitFor(() => expect(notices()).toContainEqual(expect.objectContaining({ level: 'warning', says })));
  replica.receive({ kind: 'request', id: 7, request: { kind: 'flight-record' } });
  const replies = () => sent.flatMap((message) => (message.kind === 'reply' ? [message] : []));
  await waitFor(() => expect(replies()).toHaveLength(1));
  const [{ id, reply }] = replies();
  expect(id).toBe(7);
  expect((reply as FlightRecord).lines).toContainEqual(
    expect.objectContaining({ kind: 'notice', level: 'warning', text: logged(says) }),
  );
  replica.receive({ kind: 'command', command: { kind: 'leave' } });
});
