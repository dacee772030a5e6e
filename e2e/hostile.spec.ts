// An attacker enters an open room with a forged name, forged host commands and a forged host token. A bare socket sends
// garbage. The ring trains on undisturbed.
import { io, type Socket } from 'socket.io-client';
import { expect, test } from './fixtures';
import {
  calm,
  createRoom,
  expectEqualHistories,
  joinRoom,
  noticesOf,
  openTab,
  order,
  snapshotOf,
  untilMoreSteps,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';
import { protocolVersion } from '../src/net/room/room-messages';

const forged = '<img src=x onerror="window.pwned=1"><b>\u202eHost\u202c\u200b</b>';

test('a stranger with forged names, commands and floods disturbs nobody', async ({ tabs, baseURL }) => {
  const host = await tabs.open();
  const { code, url } = await createRoom(host, moons);
  const stranger = await tabs.openStranger();
  await joinRoom(stranger, url, forged);
  const everyone = [host, stranger];
  await untilWorldSize(everyone, 2);
  await calm(host, 30);
  await order(host, { kind: 'start' });
  for (const page of everyone) await untilStep(page, 2);

  // The name is inert text on every screen.
  const { peers } = (await snapshotOf(host))!;
  const shown = peers.find(({ name }) => name.includes('<img'))!;
  expect(shown.name).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
  for (const page of everyone) {
    await openTab(page, 'People');
    await expect(page.getByRole('table').getByText(shown.name.slice(0, 12)).first()).toBeVisible();
    expect(
      await page.evaluate(() => [document.querySelectorAll('img[src="x"]').length, 'pwned' in window]),
    ).toEqual([0, false]);
  }

  // Host commands without the host's key.
  for (const command of [
    { kind: 'stop' },
    { kind: 'pause' },
    { kind: 'set-learning-rate', learningRate: 999 },
  ] as const)
    await order(stranger, command);
  await expect.poll(() => noticesOf(stranger)).toContain('Only the host of this room may do that.');
  await untilMoreSteps(everyone, 3);
  expect((await snapshotOf(host))!.learningRate).toBe(moons.learningRate);

  // The impostor has a host token of its own.
  const impostor = await tabs.openStranger();
  await impostor.evaluate(
    ([room, config]) =>
      localStorage.setItem(`lockstep.room.${room}`, JSON.stringify({ hostToken: 'A'.repeat(43), config })),
    [code, moons] as const,
  );
  await joinRoom(impostor, url, 'Impostor');
  await expect(impostor.getByRole('alert')).toBeVisible();

  // A bare socket joins as the server allows, and sends what no page would send.
  const { generation } = (await snapshotOf(host))!;
  const members = (await snapshotOf(host))!.peers.map(({ id }) => id);
  const socket = io(baseURL!, {
    query: { room: code },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  try {
    const joined = await ask(socket, {
      kind: 'join',
      code,
      protocolVersion,
      memberSecret: 'a'.repeat(32),
      name: forged,
      role: 'trainer',
      facts: '\u202e<script>',
      inRing: true,
      hasKey: true,
    });
    expect(joined).toMatchObject({ ok: true });
    let sequence = Date.now();
    const garbage = [
      '',
      'null',
      '{"kind":"signal","call":1}',
      '{"__proto__":{"x":1}}',
      '[[[[',
      'x'.repeat(20_000),
    ];
    for (const data of garbage)
      for (const to of members)
        await ask(socket, { kind: 'signal', to, sequence: sequence++, data, mac: 'A'.repeat(43) });
    for (const nonsense of [null, 7, [], { kind: '__proto__' }, { kind: 'status', inRing: 'yes' }])
      socket.emit('message', nonsense);
    for (let i = 0; i < 2_000; i++) socket.emit('message', { kind: 'leave', i });
    await untilMoreSteps(everyone, 5);
  } finally {
    socket.close();
  }
  await untilMoreSteps(everyone, 5);
  const after = (await snapshotOf(host))!;
  expect([after.worldSize, after.generation, after.lockstep]).toEqual([2, generation, 'agreed']);
  await expectEqualHistories(everyone, 10);
});

/** The server’s answer, or what happened to the socket: a socket that is cut off for flooding answers nothing more. */
function ask(socket: Socket, message: object): Promise<unknown> {
  return new Promise((resolve) => {
    if (socket.disconnected && socket.io.engine?.readyState === 'closed') return resolve('cut off');
    socket.once('disconnect', resolve);
    socket.timeout(5_000).emit('message', message, (error: Error | null, reply: unknown) => {
      socket.off('disconnect', resolve);
      resolve(error ?? reply);
    });
  });
}
