// A server that restarts forgets its rooms, and a stranger who knows the code of one is the first to ask for it (R6, R30).
// The members come back to their own room under their own ids, and people who scan the host's link or type the code come to them.
import type { Page } from '@playwright/test';
import { io, type Socket } from 'socket.io-client';
import { describeRoom, newRoomKey } from '../../src/net/room/room-key';
import { newMemberSecret } from '../../src/net/room/member-secret';
import { protocolVersion, type Reply } from '../../src/net/room/room-messages';
import { newHostKeys } from '../../src/net/room/signed-command';
import { expect, quietPage, test } from '../fixtures';
import {
  createRoom,
  expectEqualHistories,
  intervals,
  joinRoom,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { startTestServer } from '../test-server';
import { FaultRow } from './fault-row';

test('the server restarts, and a stranger is the first with the code of the class', async ({
  tabs,
}, info) => {
  tabs.expectErrors(); // the browser reports every refused connection
  const row = new FaultRow(info);
  const server = await startTestServer();
  const stranger = waitingStranger(server.url);
  try {
    const pages: Page[] = [];
    for (let i = 0; i < 2; i++) pages.push(await tabs.openStranger(server.url + quietPage));
    const [host, guest] = pages;
    const room = await formRing(host, moons, { Guest: guest });
    await trainTo(pages, 3);
    const ids = (await snapshotOf(host))!.peers.map(({ id }) => id).sort();

    await server.stop();
    const { ok } = await restarted(server, stranger, room.code);
    row.fact('the stranger has a room of this code', 'ok', String(ok), ok);
    await expect
      .poll(() => server.members(), { message: 'all came back', timeout: 60_000, intervals })
      .toBe(3);

    const late = await tabs.openStranger(room.url);
    await pressJoin(late);
    pages.push(late);
    await untilWorldSize(pages, 3);
    await untilMoreSteps(pages, 3);
    await expectEqualHistories(pages, 3);
    const kept = (await snapshotOf(host))!.peers.map(({ id }) => id).filter((id) => ids.includes(id));
    row.fact('members that kept their ids', '2', kept.length, kept.length === 2);

    const typist = await tabs.openStranger(`${server.url}/r/${room.code}`);
    await pressJoin(typist);
    pages.push(typist);
    await untilWorldSize(pages, 4);
    await expect(typist, 'the page keeps the mark of the room (R30c)').toHaveURL(room.url);
    row.note('a person who types the code', 'comes to the class');
  } finally {
    stranger.close();
    await server.stop();
  }
});

test('the server restarts, a stranger is first with the code, and the host’s page is loaded again', async ({
  tabs,
}, info) => {
  tabs.expectErrors(); // the browser reports every refused connection
  const row = new FaultRow(info);
  const server = await startTestServer();
  const stranger = waitingStranger(server.url);
  try {
    const host = await tabs.openStranger(server.url + quietPage);
    const room = await createRoom(host, moons);
    await untilPhase(host, 'lobby');
    await server.stop();
    const { ok } = await restarted(server, stranger, room.code);
    row.fact('the stranger has a room of this code', 'ok', String(ok), ok);
    await host.reload();
    await joinRoom(host, room.url, 'Host');
    await untilPhase(host, 'lobby');

    const typist = await tabs.openStranger(`${server.url}/r/${room.code}`);
    await pressJoin(typist);
    await untilWorldSize([host, typist], 2);
    row.note('a person who types the code', 'comes to the class');
  } finally {
    stranger.close();
    await server.stop();
  }
});

/** Somebody who asks again and again as soon as it is told to connect. */
function waitingStranger(url: string): Socket {
  return io(url, {
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 20,
    reconnectionDelayMax: 20,
  });
}

/** Starts the server while the stranger asks for the code. Resolves with the stranger's answer. */
async function restarted(
  server: Awaited<ReturnType<typeof startTestServer>>,
  stranger: Socket,
  code: string,
): Promise<Reply> {
  const answer = new Promise<Reply>((resolve) => {
    stranger.on('connect', () => stranger.emit('message', rivalOf(code), resolve));
  });
  stranger.connect();
  await server.start();
  return answer;
}

/** A join that brings another room of the same code. */
function rivalOf(code: string): object {
  return {
    kind: 'join',
    code,
    protocolVersion,
    memberSecret: newMemberSecret(),
    name: 'Stranger',
    role: 'bystander',
    facts: '',
    inRing: false,
    hasKey: true,
    description: describeRoom(newRoomKey(), code, true, newHostKeys().hostPublicKey),
  };
}
