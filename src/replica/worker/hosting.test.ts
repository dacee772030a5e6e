import { expect, test } from 'vitest';
import { newHostKeys } from '../../net/room/signed-command';
import type { HostCommand } from '../protocol';
import { Hosting } from './hosting';

test('H15: one replica offers hosting, the other takes it over, once; an offer that is revoked is no offer', () => {
  const creator = newHostKeys();
  let room: { host?: string; heir?: string } = {};
  const [commands, notices]: [HostCommand[], string[]] = [[], []];
  const start = (hostToken: string | undefined): Hosting =>
    new Hosting({ hostToken, hostPublicKey: creator.hostPublicKey }, () => room, {
      send: (command) => void commands.push(command),
      tookOver: () => void notices.push('signs the room'),
      notice: (level) => void notices.push(level),
    });
  const old = start(creator.hostToken);
  room = { heir: old.offer(true)! };
  const token = old.heirToken!;
  const [next, guest] = [start(token), start(undefined)];
  const all = [old, next, guest];
  const look = (): boolean[] => {
    for (const each of all) each.look();
    return all.map(({ isHost }) => isHost);
  };
  expect(look()).toEqual([true, false, false]);
  expect(look()).toEqual([true, false, false]);
  expect(commands).toEqual([{ kind: 'take-over', host: room.heir }]);
  room = { host: room.heir };
  expect(look()).toEqual([false, true, false]);
  expect(all.map(({ hasMoved }) => hasMoved)).toEqual([true, false, false]);
  expect(notices).toEqual(['warning', 'signs the room', 'good']);
  expect(old.heirToken).toBeUndefined();
  const first = next.offer(true);
  room = { ...room, heir: next.offer(true)! };
  expect(room.heir).not.toBe(first);
  expect(next.offer(false)).toBeNull();
  expect(next.heirToken).toBeUndefined();
});
