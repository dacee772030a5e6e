// Strangers, who are bare sockets here, take every place of a room. Its host reads that, and frees one place, then all. The
// ring trains on undisturbed, and a guest comes in.
import { io, type Socket } from 'socket.io-client';
import { newMemberSecret } from '../src/net/room/member-secret';
import { messageEvent, protocolVersion } from '../src/net/room/room-messages';
import { expect, test } from './fixtures';
import { joinRoom, untilMoreSteps, untilWorldSize } from './lockstep-page';
import { formRing, trainTo } from './ring';
import { moons } from './run-configs';

test('the host frees the places of strangers', async ({ tabs, baseURL }) => {
  const host = await tabs.open();
  const friend = await tabs.openStranger();
  const { code, url } = await formRing(host, moons, { Friend: friend });
  await trainTo([host, friend], 2);
  const strangers: Socket[] = [];
  try {
    for (let seat = 2; seat < 64; seat++) strangers.push(await stranger(baseURL!, code));
    const waiting = host.getByRole('region', { name: 'Waiting for you' });
    await expect(waiting.getByText(/^62 places are held by devices that do not connect/)).toBeVisible({
      timeout: 30_000,
    });
    await waiting
      .getByRole('button', { name: /^Free the place of/ })
      .first()
      .click();
    await expect(waiting.getByText(/^61 places/)).toBeVisible();
    expect(strangers.filter(({ connected }) => connected)).toHaveLength(61);
    await waiting.getByRole('button', { name: 'Free all 61' }).click();
    await expect(waiting).toBeHidden();
    expect(strangers.filter(({ connected }) => connected)).toEqual([]);
    const late = await tabs.openStranger();
    await joinRoom(late, url, 'Late');
    await untilWorldSize([host, friend, late], 3);
    await untilMoreSteps([host, friend, late], 2);
  } finally {
    for (const socket of strangers) socket.close();
  }
});

async function stranger(url: string, code: string): Promise<Socket> {
  const socket = io(url, {
    query: { room: code },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  const joining = {
    kind: 'join',
    code,
    protocolVersion,
    memberSecret: newMemberSecret(),
    name: 'Calm Heron',
    role: 'trainer',
    facts: '',
    inRing: true,
    hasKey: true,
  };
  const reply: unknown = await new Promise((resolve) => socket.emit(messageEvent, joining, resolve));
  expect(reply).toMatchObject({ ok: true });
  return socket;
}
