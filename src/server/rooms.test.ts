// R1–R6, without sockets.
import { describe, expect, it } from 'vitest';
import { hiddenName } from '../base/nickname';
import { prng } from '../base/prng';
import { markOf } from '../net/room/room-mark';
import { protocolVersion, type Answer, type Presence } from '../net/room/room-messages';
import { CodeStamps } from './code-stamp';
import { Bench, id, limits, secretOf } from './testing/rooms-bench';
import { description } from './testing/test-server';
import { connectionsOf, presenceOf, type RoomMessage } from './rooms-state';

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
    expect(bench.create('AAAAAAAAA')).toBe('ok');
    expect(bench.join('a', 'AAAAAAAAA')).toBe('ok');
    expect(bench.join('b', 'CCCCCCCCC')).toBe('room-not-found');
    expect(bench.create('CCCCCCCCC', undefined, protocolVersion + 1)).toBe('wrong-version');
    expect(bench.join('b', 'AAAAAAAAA', { protocolVersion: 0 })).toBe('wrong-version');
    expect(bench.names('AAAAAAAAA')).toEqual(['a']);
  });

  it('R1 the server draws codes that are free, and a connection holds one at a time', () => {
    const bench = new Bench();
    bench.create('AAAAAAAAA');
    bench.draws = ['AAAAAAAAA', 'CCCCCCCCC'];
    expect(bench.send('x', { kind: 'reserve', protocolVersion })).toBe('ok');
    expect(bench.answer).toEqual({ kind: 'reservation', code: 'CCCCCCCCC' });
    bench.draws = ['CCCCCCCCC', 'AAAAAAAAA', 'DDDDDDDDD'];
    expect(bench.send('y', { kind: 'reserve', protocolVersion })).toBe('ok');
    expect(bench.answer).toEqual({ kind: 'reservation', code: 'DDDDDDDDD' });
    bench.draws = ['CCCCCCCCC'];
    expect(bench.send('x', { kind: 'reserve', protocolVersion })).toBe('ok');
    expect(bench.answer).toEqual({ kind: 'reservation', code: 'CCCCCCCCC' });
    expect(bench.state.reserved.size).toBe(2);
    expect(bench.join('j', 'CCCCCCCCC')).toBe('room-not-found');
    expect(bench.send('x', { kind: 'create', description })).toBe('ok');
    expect(bench.join('j', 'CCCCCCCCC')).toBe('ok');
    expect(bench.send('x', { kind: 'create', description })).toBe('code-lapsed');
    expect(bench.send('z', { kind: 'create', description })).toBe('code-lapsed');
  });

  it('R1 an unused code is free again after 10 s, or when its connection ends', () => {
    const bench = new Bench();
    const reserve = (connection: string, code: string): Answer => {
      bench.draws = [code, 'QQQQQQQQQ'];
      bench.send(connection, { kind: 'reserve', protocolVersion });
      return bench.answer;
    };
    reserve('x', 'AAAAAAAAA');
    bench.nowMs = 9_999;
    expect(reserve('y', 'AAAAAAAAA')).toEqual({ kind: 'reservation', code: 'QQQQQQQQQ' });
    bench.nowMs = 10_000;
    expect(reserve('z', 'AAAAAAAAA')).toEqual({ kind: 'reservation', code: 'AAAAAAAAA' });
    expect(bench.send('x', { kind: 'create', description })).toBe('code-lapsed');
    bench.end('z');
    expect(reserve('x', 'AAAAAAAAA')).toEqual({ kind: 'reservation', code: 'AAAAAAAAA' });
    bench.nowMs = 60_000;
    bench.tick();
    expect(bench.state.reserved.size).toBe(0);
    expect(bench.state.rooms.size).toBe(0);
  });

  it('R1 a restored room wins over a new reservation of its code', () => {
    const bench = new Bench();
    bench.draws = ['AAAAAAAAA'];
    bench.send('x', { kind: 'reserve', protocolVersion });
    expect(bench.join('a', 'AAAAAAAAA', { description })).toBe('ok');
    expect(bench.send('x', { kind: 'create', description })).toBe('code-lapsed');
    expect(bench.names('AAAAAAAAA')).toEqual(['a']);
  });

  it('R16 a look-up shows the number of members and the last progress, without a name', () => {
    const [bench, mark] = [new Bench(), markOf('AAAAAAAAA', description)];
    expect(bench.lookUp('AAAAAAAAA')).toBe('room-not-found');
    bench.create('AAAAAAAAA');
    expect(bench.lookUp('AAAAAAAAA')).toEqual({ kind: 'room-facts', isOpen: true, mark, membersPresent: 0 });
    bench.join('a', 'AAAAAAAAA');
    bench.join('b', 'AAAAAAAAA', { inRing: true });
    const report = (connection: string, inRing: boolean, step?: number) =>
      bench.send(connection, {
        kind: 'status',
        inRing,
        hasKey: false,
        ...(step !== undefined && { progress: { phase: 'training', step } }),
      });
    report('b', true, 420);
    expect(bench.effects, 'members get no presence').toEqual([]);
    const facts = { kind: 'room-facts', isOpen: true, mark, membersPresent: 2 };
    expect(bench.lookUp('AAAAAAAAA')).toEqual({ ...facts, progress: { phase: 'training', step: 420 } });
    bench.nowMs++;
    report('a', false, 7); // not in a ring: its report does not count
    expect(bench.lookUp('AAAAAAAAA')).toEqual({ ...facts, progress: { phase: 'training', step: 420 } });
    bench.nowMs++;
    report('a', true, 421);
    expect(bench.lookUp('AAAAAAAAA')).toEqual({ ...facts, progress: { phase: 'training', step: 421 } });
    report('a', true);
    report('b', true);
    expect(bench.lookUp('AAAAAAAAA'), 'nobody reports for the ring').toEqual(facts);
    report('b', true, 430);
    bench.end('b');
    expect(bench.lookUp('AAAAAAAAA')).toEqual({ ...facts, membersPresent: 1 });
    expect(bench.send('p', { kind: 'look-up', protocolVersion: 0, code: 'AAAAAAAAA' })).toBe('wrong-version');
  });

  it('R16 the server keeps no progress of a private room', () => {
    const bench = new Bench();
    bench.join('a', 'AAAAAAAAA', { description: { ...description, isOpen: false }, inRing: true });
    bench.send('a', { kind: 'status', inRing: true, hasKey: true, progress: { phase: 'training', step: 9 } });
    expect(bench.lookUp('AAAAAAAAA')).toEqual({
      kind: 'room-facts',
      isOpen: false,
      mark: expect.any(String),
      membersPresent: 1,
    });
    expect(bench.held('AAAAAAAAA')).not.toContain('training');
  });

  it('R16, H12 a look-up of any room says that it hides names, once half of its ring says so', () => {
    for (const isOpen of [true, false]) {
      const bench = new Bench();
      const hidesNames = true as const;
      bench.join('a', 'AAAAAAAAA', { description: { ...description, isOpen }, inRing: true });
      bench.join('b', 'AAAAAAAAA', { inRing: true });
      bench.join('c', 'AAAAAAAAA', { inRing: true });
      const facts = { kind: 'room-facts', isOpen, mark: expect.any(String), membersPresent: 3 };
      bench.send('a', { kind: 'status', inRing: true, hasKey: true, hidesNames });
      expect(bench.effects, 'members learn it').toEqual([{ kind: 'presence', room: bench.at('AAAAAAAAA') }]);
      expect(bench.lookUp('AAAAAAAAA'), 'one of three').toEqual(facts);
      bench.send('b', { kind: 'status', inRing: true, hasKey: true, hidesNames });
      expect(bench.lookUp('AAAAAAAAA')).toEqual({ ...facts, hidesNames });
      bench.send('b', { kind: 'status', inRing: false, hasKey: true, hidesNames });
      expect(bench.lookUp('AAAAAAAAA'), 'one of two').toEqual({ ...facts, hidesNames });
      bench.send('a', { kind: 'status', inRing: true, hasKey: true });
      expect(bench.lookUp('AAAAAAAAA')).toEqual(facts);
    }
  });

  it('H12d while a room hides names the server holds and sends two words for whoever says a name', () => {
    const bench = new Bench();
    const names = () => bench.presence('AAAAAAAAA')!.members.map(({ name }) => name);
    const status = { kind: 'status', inRing: true, hasKey: true } as const;
    const words = ['a', 'b', 'c'].map((each) => hiddenName(id(each)));
    bench.create('AAAAAAAAA');
    bench.join('a', 'AAAAAAAAA', { name: words[0], inRing: true });
    bench.join('b', 'AAAAAAAAA', { name: words[1] });
    bench.send('a', { ...status, name: 'Anna Typed' });
    expect(names()).toEqual(['Anna Typed', words[1]]);
    bench.send('a', { ...status, hidesNames: true });
    bench.send('b', { ...status, name: 'Bo Typed', hidesNames: true });
    bench.join('c', 'AAAAAAAAA', { name: 'Cy Typed' });
    expect(names()).toEqual(words);
    expect(bench.held('AAAAAAAAA')).not.toContain('Typed');
    bench.send('c', { kind: 'status', inRing: false, hasKey: true, name: `${words[2]} 2` });
    expect(names()).toEqual([words[0], words[1], `${words[2]} 2`]);
    bench.send('a', status);
    bench.send('b', { ...status, name: 'Bo Typed' });
    expect(names()).toEqual([words[0], 'Bo Typed', `${words[2]} 2`]);
  });

  it('R2 every change of the roster is sent, with a rising revision', () => {
    const bench = new Bench();
    bench.create('AAAAAAAAA');
    const revisions: number[] = [];
    const changes = [
      () => bench.join('a', 'AAAAAAAAA'),
      () => bench.join('b', 'AAAAAAAAA'),
      () => bench.send('a', { kind: 'status', inRing: true, hasKey: true }),
      () => bench.send('a', { kind: 'leave' }),
      () => bench.end('b'),
    ];
    for (const change of changes) {
      change();
      expect(bench.effects).toEqual([{ kind: 'presence', room: bench.at('AAAAAAAAA') }]);
      revisions.push(bench.presence('AAAAAAAAA')!.revision);
    }
    expect(revisions).toEqual([1, 2, 3, 4, 5]);
    expect(bench.send('a', { kind: 'status', inRing: false, hasKey: true })).toBe('not-in-room');
  });

  it('R3 relays within a room only, and writes the sender’s id itself', () => {
    const bench = new Bench();
    bench.create('AAAAAAAAA');
    bench.create('CCCCCCCCC');
    bench.join('a', 'AAAAAAAAA');
    bench.join('b', 'AAAAAAAAA');
    bench.join('c', 'CCCCCCCCC');
    expect(bench.send('a', signalTo('b'))).toBe('ok');
    const message = { kind: 'signal', from: id('a'), sequence: 1, data: '{}', mac: 'm' };
    expect(bench.effects).toEqual([{ kind: 'send', connection: 'b', message }]);
    for (const [from, to, code] of [
      ['a', 'c', 'no-such-peer'],
      ['a', 'a', 'no-such-peer'],
      ['x', 'a', 'not-in-room'],
    ]) {
      // prettier-ignore
      expect(bench.send(from, signalTo(to))).toBe(code);
      expect(bench.effects).toEqual([]);
    }
  });

  it('R4 keeps the limits per room, per address and altogether', () => {
    const bench = new Bench();
    for (const code of ['AAAAAAAAA', 'CCCCCCCCC', 'DDDDDDDDD']) expect(bench.create(code)).toBe('ok');
    expect(bench.create('EEEEEEEEE')).toBe('too-many-rooms');
    expect(bench.create('EEEEEEEEE', 'home')).toBe('ok');
    expect(bench.create('FFFFFFFFF', 'home')).toBe('ok');
    expect(bench.create('GGGGGGGGG', 'library')).toBe('too-many-rooms');
    expect(bench.join('g', 'GGGGGGGGG', { description }, 'library')).toBe('too-many-rooms');
    for (const name of ['a1', 'a2', 'a3', 'a4']) expect(bench.join(name, 'AAAAAAAAA')).toBe('ok');
    expect(bench.join('a5', 'AAAAAAAAA')).toBe('room-full');
    expect(bench.join('c1', 'CCCCCCCCC')).toBe('ok');
    expect(bench.join('c2', 'CCCCCCCCC')).toBe('ok');
    expect(bench.join('c3', 'CCCCCCCCC')).toBe('too-many-peers');
    expect(bench.join('c3', 'CCCCCCCCC', {}, 'home')).toBe('ok');
    bench.end('a1');
    expect(bench.join('a5', 'AAAAAAAAA')).toBe('ok');
  });

  it('R5 forgets an empty room after its grace time, and no other room', () => {
    const bench = new Bench();
    bench.create('AAAAAAAAA');
    bench.join('a', 'AAAAAAAAA');
    bench.end('a');
    bench.create('CCCCCCCCC');
    bench.join('c', 'CCCCCCCCC');
    bench.nowMs = limits.emptyRoomMs - 1;
    bench.tick();
    expect(bench.names('AAAAAAAAA')).toEqual([]);
    bench.nowMs += 1;
    bench.tick();
    expect(bench.names('AAAAAAAAA')).toBeUndefined();
    bench.end('c');
    bench.nowMs += limits.emptyRoomMs - 1;
    bench.join('c', 'CCCCCCCCC');
    bench.nowMs += limits.emptyRoomMs;
    bench.tick();
    expect(bench.names('CCCCCCCCC')).toEqual(['c']);
  });

  it('R5 forgets a room that nobody joined after a minute; its address may make others then', () => {
    const bench = new Bench();
    for (const code of ['AAAAAAAAA', 'CCCCCCCCC', 'DDDDDDDDD']) bench.create(code);
    bench.join('a', 'AAAAAAAAA');
    bench.end('a');
    bench.nowMs = limits.unjoinedRoomMs - 1;
    bench.tick();
    expect(bench.create('EEEEEEEEE')).toBe('too-many-rooms');
    bench.nowMs += 1;
    bench.tick();
    expect(['AAAAAAAAA', 'CCCCCCCCC', 'DDDDDDDDD'].map((code) => bench.names(code))).toEqual([
      [],
      undefined,
      undefined,
    ]);
    expect(bench.create('EEEEEEEEE')).toBe('ok');
  });

  it('R6 the same page comes back in its place', () => {
    const bench = new Bench();
    bench.create('AAAAAAAAA');
    bench.join('a', 'AAAAAAAAA');
    bench.join('b', 'AAAAAAAAA');
    expect(bench.join('z', 'AAAAAAAAA', { memberSecret: secretOf('a'), name: 'a again' })).toBe('ok');
    expect(bench.effects).toContainEqual({ kind: 'end', connection: 'a' });
    expect(bench.names('AAAAAAAAA')).toEqual(['a again', 'b']);
    bench.end('a'); // the end of the old connection does not remove the member
    expect(bench.names('AAAAAAAAA')).toEqual(['a again', 'b']);
    expect(bench.join('z', 'AAAAAAAAA', { memberSecret: secretOf('c') })).toBe('id-taken');
  });

  it('R6 nobody takes the id of a member that is away, also not on a server that forgot it', () => {
    const bench = new Bench();
    bench.create('AAAAAAAAA');
    bench.join('a', 'AAAAAAAAA');
    bench.end('a');
    // A stranger has seen the member's id, and not its secret.
    for (const guess of ['b', id('a'), '', secretOf('a').slice(0, -1)])
      bench.join('stranger', 'AAAAAAAAA', { memberSecret: secretOf(guess) });
    const ids = () => bench.presence('AAAAAAAAA')!.members.map(({ memberId }) => memberId);
    expect(ids()).not.toContain(id('a'));
    expect(bench.join('a', 'AAAAAAAAA')).toBe('ok');
    const restarted = new Bench();
    restarted.join('stranger', 'AAAAAAAAA', { memberSecret: secretOf('b'), description });
    expect(restarted.join('a', 'AAAAAAAAA', { description })).toBe('ok');
    expect(restarted.names('AAAAAAAAA')).toEqual(['stranger', 'a']);
  });

  it('R10 a former member recreates a room that the server lost', () => {
    const bench = new Bench();
    expect(bench.join('a', 'AAAAAAAAA', { description })).toBe('ok');
    expect(bench.join('b', 'AAAAAAAAA', { description })).toBe('ok');
    expect(bench.names('AAAAAAAAA')).toEqual(['a', 'b']);
  });

  it('R30 a stranger who is first with a code after a restart makes a room of its own, and members come back to theirs', () => {
    const bench = new Bench();
    const rival = { ...description, hostPublicKey: 'r'.repeat(43) };
    expect(bench.join('stranger', 'AAAAAAAAA', { description: rival })).toBe('ok');
    expect(bench.join('host', 'AAAAAAAAA', { description })).toBe('ok');
    expect((bench.answer as Presence).description).toEqual(description);
    expect((bench.answer as Presence).members.map(({ name }) => name)).toEqual(['host']);
    expect(bench.join('guest', 'AAAAAAAAA', { description }, 'home')).toBe('ok');
    expect(bench.effects).toEqual([{ kind: 'presence', room: bench.state.places.get('host')!.room }]);
    expect(bench.send('guest', signalTo('host'))).toBe('ok');
    expect(bench.send('stranger', signalTo('host'))).toBe('no-such-peer');
    // The code alone does not say which; a link's mark does.
    expect(bench.join('typist', 'AAAAAAAAA')).toBe('several-rooms');
    expect(bench.lookUp('AAAAAAAAA')).toBe('several-rooms');
    expect(bench.send('wall', { kind: 'observe', protocolVersion, code: 'AAAAAAAAA' })).toBe('several-rooms');
    const mark = markOf('AAAAAAAAA', description);
    expect(bench.join('scanner', 'AAAAAAAAA', { mark }, 'home')).toBe('ok');
    expect((bench.answer as Presence).description).toEqual(description);
    expect(bench.join('other', 'AAAAAAAAA', { mark: 'x'.repeat(11) }, 'home')).toBe('room-not-found');
    bench.end('stranger');
    bench.nowMs += limits.emptyRoomMs;
    bench.tick();
    bench.end('scanner');
    expect(bench.join('typist', 'AAAAAAAAA', {}, 'home')).toBe('ok');
  });

  it('R30b after a restart the code alone leads to the room that shows its stamp, whoever was first', () => {
    const secret = 'a secret that lasts';
    const before = new Bench(limits, new CodeStamps(secret));
    before.create('AAAAAAAAA');
    const { stamp } = before.answer as Presence;
    before.join('host', 'AAAAAAAAA');
    expect(before.answer).toMatchObject({ stamp: expect.stringMatching(/^[\w-]{22}$/) });
    expect((before.answer as Presence).stamp, 'the creator and each member learn it').toBe(stamp);
    const rival = { ...description, hostPublicKey: 'r'.repeat(43) };
    const observe = { kind: 'observe', protocolVersion, code: 'AAAAAAAAA' } as const;

    const bench = new Bench(limits, new CodeStamps(secret));
    expect(bench.join('stranger', 'AAAAAAAAA', { description: rival, stamp })).toBe('ok');
    expect((bench.answer as Presence).stamp).toBeUndefined();
    expect(bench.join('typist', 'AAAAAAAAA')).toBe('several-rooms');
    expect(bench.lookUp('AAAAAAAAA')).toBe('several-rooms');
    expect(bench.send('wall', observe)).toBe('several-rooms');
    expect(bench.join('guest', 'AAAAAAAAA', { description, stamp })).toBe('ok');
    expect(bench.join('typist', 'AAAAAAAAA')).toBe('ok');
    expect(bench.answer).toMatchObject({ description, stamp });
    expect(bench.lookUp('AAAAAAAAA')).toMatchObject({ mark: markOf('AAAAAAAAA', description) });
    expect(bench.send('wall', observe, 'home')).toBe('ok');
    expect(bench.answer).toMatchObject({ description });

    // The stamp of another server proves nothing, and a server without a secret gives none.
    const other = new Bench(limits, new CodeStamps('another secret'));
    expect(other.join('guest', 'AAAAAAAAA', { description, stamp })).toBe('ok');
    expect(other.join('typist', 'AAAAAAAAA')).toBe('several-rooms');
    const plain = new Bench();
    plain.create('AAAAAAAAA');
    expect(plain.answer).toMatchObject({ kind: 'presence', description, members: [] });
    expect(plain.answer).not.toHaveProperty('stamp');
    plain.join('host', 'AAAAAAAAA');
    expect(plain.answer).not.toHaveProperty('stamp');
  });

  it('R30b the code alone leads to the room for which this server drew it, whoever brings another', () => {
    const bench = new Bench();
    bench.create('AAAAAAAAA');
    bench.join('host', 'AAAAAAAAA');
    const rival = { ...description, keyCheck: 'r'.repeat(11) };
    expect(bench.join('stranger', 'AAAAAAAAA', { description: rival })).toBe('ok');
    expect(bench.join('typist', 'AAAAAAAAA')).toBe('ok');
    expect((bench.answer as Presence).members.map(({ name }) => name)).toEqual(['host', 'typist']);
  });
});

it('R27 no message and no lost connection walks over what all rooms hold', () => {
  const bench = new Bench();
  bench.create('AAAAAAAAA');
  for (const name of ['a', 'b']) bench.join(name, 'AAAAAAAAA', { inRing: true });
  bench.send('o', { kind: 'observe', protocolVersion, code: 'AAAAAAAAA' });
  const { rooms, codes, places, watching, reserved } = bench.state;
  const walks: string[] = [];
  for (const [name, table] of Object.entries({ rooms, codes, places, watching, reserved }))
    for (const way of ['keys', 'values', 'entries', 'forEach', Symbol.iterator] as const)
      Object.defineProperty(table, way, { get: () => (walks.push(name), Map.prototype[way]) });
  const moves: readonly (() => unknown)[] = [
    () => bench.create('CCCCCCCCC'),
    () => bench.join('c', 'CCCCCCCCC'),
    () => bench.lookUp('AAAAAAAAA'),
    () => bench.send('a', { kind: 'status', inRing: true, hasKey: true, hidesNames: true }),
    () => bench.send('a', signalTo('b')),
    () => bench.send('p', { kind: 'observe', protocolVersion, code: 'CCCCCCCCC' }),
    () => bench.send('a', { kind: 'picture', sealed: 'p' }),
    () => bench.send('o', { kind: 'note', sealed: 'n' }),
    () => bench.send('b', { kind: 'leave' }),
    () => ['a', 'o', 'p'].forEach((connection) => bench.end(connection)),
  ];
  for (const move of moves) {
    walks.length = 0;
    move();
    // Lapsed reservations come first: each message looks at the first one that has not.
    expect([walks.filter((name) => name !== 'reserved'), String(move)]).toEqual([[], String(move)]);
  }
});

it('holds its invariants under any sequence of inputs', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = prng('rooms', seed);
    const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
    const bench = new Bench();
    const codes = ['AAAAAAAAA', 'CCCCCCCCC', 'DDDDDDDDD', 'EEEEEEEEE'];
    const connections = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (let i = 0; i < 150; i++) {
      bench.nowMs += random.below(200_000);
      const [connection, code] = [pick(connections), pick(codes)];
      const moves = [
        () => bench.create(code, pick(['school', 'home'])),
        () => bench.join(connection, code, pick([{}, { description }]), pick(['school', 'home'])),
        () => bench.join(connection, code, { memberSecret: secretOf(pick(connections)) }),
        () => bench.send(connection, signalTo(pick(connections))),
        () => bench.send(connection, { kind: 'leave' }),
        () => bench.end(connection),
        () => bench.tick(),
        () => bench.send(connection, { kind: 'reserve', protocolVersion }),
        () => bench.send(connection, { kind: 'create', description }),
        () => bench.lookUp(code),
        () => bench.send(connection, { kind: 'observe', protocolVersion, code }, pick(['school', 'home'])),
        () => bench.send(connection, { kind: 'picture', sealed: 'p' }),
        () => bench.send(connection, { kind: 'note', sealed: 'n' }),
      ];
      pick(moves)();

      const why = `seed ${seed}, input ${i}`;
      const { rooms, places, watching, reserved, reservedCodes } = bench.state;
      expect(reserved.size, why).toBeLessThanOrEqual(connections.length + 1);
      expect(new Set([...reserved.values()].map(({ code: kept }) => kept)), why).toEqual(reservedCodes);
      expect(reservedCodes.size, why).toBe(reserved.size);
      const seats = [...rooms].flatMap(([at]) => connectionsOf(bench.state, at).map((c) => [c, at] as const));
      expect(new Map(seats), why).toEqual(new Map([...places].map(([c, place]) => [c, place.room])));
      expect(seats.length, why).toBe(places.size);
      expect(rooms.size, why).toBeLessThanOrEqual(limits.rooms);
      for (const address of ['school', 'home']) {
        const all = [...rooms.values()];
        const peers = all.flatMap(({ members, observers }) => [...members.values(), ...observers.values()]);
        expect(bench.state.peersFrom.of(address), why).toBe(
          peers.filter((one) => one.address === address).length,
        );
        const made = all.filter(({ creatorAddress }) => creatorAddress === address).length;
        expect(bench.state.roomsFrom.of(address), why).toBe(made);
      }
      for (const [at, room] of rooms) {
        const ids = presenceOf(bench.state, at)!.members.map(({ memberId }) => memberId);
        expect(new Set(ids).size, why).toBe(ids.length);
        expect(ids.length, why).toBeLessThanOrEqual(limits.membersPerRoom);
        expect(room.emptySinceMs === undefined, why).toBe(ids.length > 0);
        const observers = [...room.observers.values()].map(({ connection: one }) => one);
        expect(new Set(observers).size, why).toBe(observers.length);
        expect(observers.length, why).toBeLessThanOrEqual(limits.observersPerRoom);
        for (const observer of observers)
          expect([watching.get(observer)?.room, places.has(observer)], why).toEqual([at, false]);
      }
    }
  }
});

describe('R29 shares of an address', () => {
  const whole = { ...limits, membersPerRoom: 64, observersPerRoom: 64, peersPerAddress: 400 };
  const seated = (bench: Bench, address: string, tries = 64): number => {
    let count = 0;
    for (let i = 0; i < tries; i++)
      if (bench.join(`${address.at(-1)}${i}`, 'AAAAAAAAA', {}, address) === 'ok') count++;
    return count;
  };

  it('a stranger takes at most 62 of 64 seats, two of them 63, and a guest from elsewhere finds one', () => {
    const bench = new Bench(whole);
    bench.create('AAAAAAAAA', 'school');
    expect([seated(bench, '192.0.2.a'), seated(bench, '192.0.2.b')]).toEqual([62, 1]);
    expect(bench.join('c0', 'AAAAAAAAA', {}, 'home')).toBe('ok');
  });

  it('one IPv6 customer counts as one address', () => {
    const bench = new Bench(whole);
    bench.create('AAAAAAAAA', 'school');
    let count = 0;
    for (let i = 0; i < 64; i++)
      if (bench.join(`a${i}`, 'AAAAAAAAA', {}, `2001:db8:1:${i}::/64`) === 'ok') count++;
    expect(count).toBe(62);
  });

  it('a class behind the address from which the room was made takes all seats', () => {
    const bench = new Bench(whole);
    bench.create('AAAAAAAAA', 'school');
    expect(seated(bench, 'school')).toBe(64);
  });

  it('watchers have shares of their own', () => {
    const bench = new Bench(whole);
    bench.create('AAAAAAAAA', 'school');
    const observe = (connection: string, address: string): string =>
      bench.send(connection, { kind: 'observe', protocolVersion, code: 'AAAAAAAAA' }, address);
    const answers = Array.from({ length: 64 }, (_, i) => observe(`o${i}`, '192.0.2.a'));
    expect(answers.filter((answer) => answer === 'ok').length).toBe(62);
    expect(observe('w1', 'home')).toBe('ok');
    expect(bench.join('m1', 'AAAAAAAAA', {}, '192.0.2.a')).toBe('ok');
  });

  it('R29a eighty addresses that make all the rooms they can leave a third of the table to others', () => {
    const bench = new Bench({ ...limits, rooms: 5_000, roomsPerAddress: 64 });
    for (let i = 0; i < 64; i++)
      for (let a = 0; a < 80; a++) {
        bench.send(`x${a}`, { kind: 'reserve', protocolVersion }, `bot ${a}`);
        bench.send(`x${a}`, { kind: 'create', description }, `bot ${a}`);
      }
    expect(bench.state.rooms.size).toBeLessThan(3_400);
    expect(bench.create('AAAAAAAAA', 'home')).toBe('ok');
  });
});
