// R1–R6, without sockets.
import { describe, expect, it } from 'vitest';
import { prng } from '../base/prng';
import { protocolVersion } from '../net/room-messages';
import type { RoomDescription } from '../net/room-messages';
import { connectionsOf, noRooms, presenceOf, step } from './rooms';
import type { Effect, RoomMessage, RoomsLimits, RoomsState } from './rooms';

const limits: RoomsLimits = {
  membersPerRoom: 4,
  roomsPerAddress: 3,
  peersPerAddress: 6,
  rooms: 5,
  emptyRoomMs: 600_000,
};
const description: RoomDescription = {
  isOpen: true,
  hostPublicKey: 'h'.repeat(43),
  hostProof: 'p'.repeat(43),
  keyCheck: 'k'.repeat(11),
};

/** A room server in the hand: `say` answers with the reply's code and keeps the effects. */
class Bench {
  state: RoomsState = noRooms;
  nowMs = 0;
  effects: readonly Effect[] = [];

  say(connection: string, message: RoomMessage, address = 'school'): string {
    const outcome = step(this.state, { kind: 'message', connection, address, message }, this.nowMs, limits);
    this.state = outcome.state;
    this.effects = outcome.effects;
    return outcome.reply.ok ? 'ok' : outcome.reply.error.code;
  }
  create(code: string, address?: string, version = protocolVersion): string {
    return this.say('creator', { kind: 'create', code, protocolVersion: version, description }, address);
  }
  join(
    connection: string,
    code: string,
    more: Partial<Extract<RoomMessage, { kind: 'join' }>> = {},
    address?: string,
  ): string {
    // prettier-ignore
    return this.say(connection, { kind: 'join', code, protocolVersion, memberId: id(connection), memberSecret: 's'.repeat(22), name: connection, role: 'trainer', facts: '', inRing: false, hasKey: false, ...more }, address); // prettier-ignore
  }
  end(connection: string): void {
    const outcome = step(this.state, { kind: 'disconnected', connection }, this.nowMs, limits);
    this.state = outcome.state;
    this.effects = outcome.effects;
  }
  tick(): void {
    this.state = step(this.state, { kind: 'tick' }, this.nowMs, limits).state;
  }
  names(code: string): readonly string[] | undefined {
    return presenceOf(this.state, code)?.members.map(({ name }) => name);
  }
}

const id = (connection: string): string =>
  connection.charCodeAt(0).toString(16).padStart(8, '0') +
  Number(connection.slice(1) || 0)
    .toString(16)
    .padStart(8, '0');
const signalTo = (to: string): RoomMessage => ({
  kind: 'signal',
  to: id(to),
  sequence: 1,
  data: '{}',
  mac: 'm',
});

describe('rooms', () => {
  it('R1 a code names one room, made once', () => {
    const bench = new Bench();
    expect(bench.create('AAAAAA')).toBe('ok');
    expect(bench.create('AAAAAA')).toBe('code-taken');
    expect(bench.join('a', 'AAAAAA')).toBe('ok');
    expect(bench.join('b', 'CCCCCC')).toBe('room-not-found');
    expect(bench.create('CCCCCC', undefined, protocolVersion + 1)).toBe('wrong-version');
    expect(bench.join('b', 'AAAAAA', { protocolVersion: 0 })).toBe('wrong-version');
    expect(bench.names('AAAAAA')).toEqual(['a']);
  });

  it('R2 every change of the roster is told, with a rising revision', () => {
    const bench = new Bench();
    bench.create('AAAAAA');
    const revisions: number[] = [];
    const changes = [
      () => bench.join('a', 'AAAAAA'),
      () => bench.join('b', 'AAAAAA'),
      () => bench.say('a', { kind: 'status', inRing: true, hasKey: true }),
      () => bench.say('a', { kind: 'leave' }),
      () => bench.end('b'),
    ];
    for (const change of changes) {
      change();
      expect(bench.effects).toEqual([{ kind: 'presence', code: 'AAAAAA' }]);
      revisions.push(presenceOf(bench.state, 'AAAAAA')!.revision);
    }
    expect(revisions).toEqual([1, 2, 3, 4, 5]);
    expect(bench.say('a', { kind: 'status', inRing: false, hasKey: true })).toBe('not-in-room');
  });

  it('R3 relays within a room only, and names the sender truthfully', () => {
    const bench = new Bench();
    bench.create('AAAAAA');
    bench.create('CCCCCC');
    bench.join('a', 'AAAAAA');
    bench.join('b', 'AAAAAA');
    bench.join('c', 'CCCCCC');
    expect(bench.say('a', signalTo('b'))).toBe('ok');
    const message = { kind: 'signal', from: id('a'), sequence: 1, data: '{}', mac: 'm' };
    expect(bench.effects).toEqual([{ kind: 'send', connection: 'b', message }]);
    for (const [from, to, code] of [
      ['a', 'c', 'no-such-peer'],
      ['a', 'a', 'no-such-peer'],
      ['x', 'a', 'not-in-room'],
    ]) {
      // prettier-ignore
      expect(bench.say(from, signalTo(to))).toBe(code);
      expect(bench.effects).toEqual([]);
    }
  });

  it('R4 holds as many as the limits say, per room, per address and altogether', () => {
    const bench = new Bench();
    for (const code of ['AAAAAA', 'CCCCCC', 'DDDDDD']) expect(bench.create(code)).toBe('ok');
    expect(bench.create('EEEEEE')).toBe('too-many-rooms');
    expect(bench.create('EEEEEE', 'home')).toBe('ok');
    expect(bench.create('FFFFFF', 'home')).toBe('ok');
    expect(bench.create('GGGGGG', 'library')).toBe('too-many-rooms');
    expect(bench.join('g', 'GGGGGG', { description }, 'library')).toBe('too-many-rooms');
    for (const name of ['a1', 'a2', 'a3', 'a4']) expect(bench.join(name, 'AAAAAA')).toBe('ok');
    expect(bench.join('a5', 'AAAAAA')).toBe('room-full');
    expect(bench.join('c1', 'CCCCCC')).toBe('ok');
    expect(bench.join('c2', 'CCCCCC')).toBe('ok');
    expect(bench.join('c3', 'CCCCCC')).toBe('too-many-peers');
    expect(bench.join('c3', 'CCCCCC', {}, 'home')).toBe('ok');
    bench.end('a1');
    expect(bench.join('a5', 'AAAAAA')).toBe('ok');
  });

  it('R5 forgets an empty room after the grace, and no other', () => {
    const bench = new Bench();
    bench.create('AAAAAA');
    bench.create('CCCCCC');
    bench.join('c', 'CCCCCC');
    bench.nowMs = limits.emptyRoomMs - 1;
    bench.tick();
    expect(bench.names('AAAAAA')).toEqual([]);
    bench.nowMs += 1;
    bench.tick();
    expect(bench.names('AAAAAA')).toBeUndefined();
    bench.end('c');
    bench.nowMs += limits.emptyRoomMs - 1;
    bench.join('c', 'CCCCCC');
    bench.nowMs += limits.emptyRoomMs;
    bench.tick();
    expect(bench.names('CCCCCC')).toEqual(['c']);
  });

  it('R6 the same page comes back in its place; another cannot take it', () => {
    const bench = new Bench();
    bench.create('AAAAAA');
    bench.join('a', 'AAAAAA');
    bench.join('b', 'AAAAAA');
    expect(bench.join('z', 'AAAAAA', { memberId: id('a'), memberSecret: 'other' })).toBe('id-taken');
    expect(bench.join('z', 'AAAAAA', { memberId: id('a'), name: 'a again' })).toBe('ok');
    expect(bench.effects).toContainEqual({ kind: 'replace', connection: 'a' });
    expect(bench.names('AAAAAA')).toEqual(['a again', 'b']);
    bench.end('a'); // the old connection's end is not the member's
    expect(bench.names('AAAAAA')).toEqual(['a again', 'b']);
    expect(bench.join('z', 'AAAAAA', { memberId: id('c') })).toBe('id-taken');
  });

  it('R10 who was here before recreates a room that the server lost', () => {
    const bench = new Bench();
    expect(bench.join('a', 'AAAAAA', { description })).toBe('ok');
    const other = { ...description, isOpen: false };
    expect(bench.join('b', 'AAAAAA', { description: other })).toBe('ok');
    expect(presenceOf(bench.state, 'AAAAAA')!.description).toEqual(description);
  });
});

it('holds its invariants under any sequence of inputs', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = prng('rooms', seed);
    const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
    const bench = new Bench();
    const codes = ['AAAAAA', 'CCCCCC', 'DDDDDD', 'EEEEEE'];
    const connections = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (let i = 0; i < 150; i++) {
      bench.nowMs += random.below(200_000);
      const [connection, code] = [pick(connections), pick(codes)];
      const moves = [
        () => bench.create(code, pick(['school', 'home'])),
        () => bench.join(connection, code, pick([{}, { description }]), pick(['school', 'home'])),
        () => bench.join(connection, code, { memberId: id(pick(connections)) }),
        () => bench.say(connection, signalTo(pick(connections))),
        () => bench.say(connection, { kind: 'leave' }),
        () => bench.end(connection),
        () => bench.tick(),
      ];
      pick(moves)();

      const why = `seed ${seed}, input ${i}`;
      const { rooms, places } = bench.state;
      const seats = [...rooms].flatMap(([at]) => connectionsOf(bench.state, at).map((c) => [c, at] as const));
      expect(new Map(seats), why).toEqual(new Map([...places].map(([c, place]) => [c, place.code])));
      expect(seats.length, why).toBe(places.size);
      expect(rooms.size, why).toBeLessThanOrEqual(limits.rooms);
      for (const [at, room] of rooms) {
        const ids = presenceOf(bench.state, at)!.members.map(({ memberId }) => memberId);
        expect(new Set(ids).size, why).toBe(ids.length);
        expect(ids.length, why).toBeLessThanOrEqual(limits.membersPerRoom);
        expect(room.emptySinceMs === undefined, why).toBe(ids.length > 0);
      }
    }
  }
});
