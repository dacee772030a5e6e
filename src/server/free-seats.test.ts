// R32 and the places of R29 that it changes, without sockets.
import { expect, test } from 'vitest';
import { protocolVersion, type RoomDescription } from '../net/room/room-messages';
import { newHostKeys, signHostClaim } from '../net/room/signed-command';
import { Bench, id, limits } from './testing/rooms-bench';
import { description } from './testing/test-server';

const code = 'AAAAAAAAA';
const { hostToken, hostPublicKey } = newHostKeys();
const hosted: RoomDescription = { ...description, hostPublicKey };
const proof = (connection: string) => ({ hostSignature: signHostClaim(hostToken, code, id(connection)) });

/** A room of 64 places that its host made at school. */
class HostedRoom extends Bench {
  constructor() {
    super({ ...limits, membersPerRoom: 64, observersPerRoom: 64, peersPerAddress: 400 });
    this.draws = [code];
    this.send('host', { kind: 'reserve', protocolVersion }, 'school');
    this.send('host', { kind: 'create', description: hosted }, 'school');
    this.join('host', code, proof('host'), 'school');
  }

  /** The names of `names` that find a seat. */
  seat(names: readonly string[], address: string): readonly string[] {
    return names.filter((name) => this.join(name, code, {}, address) === 'ok');
  }

  watch(names: readonly string[], address: string): readonly string[] {
    return names.filter(
      (name) => this.send(name, { kind: 'observe', protocolVersion, code }, address) === 'ok',
    );
  }

  free(by: string, members: readonly string[], observers = false): string {
    return this.send(by, { kind: 'free', members: members.map(id), observers });
  }

  get ended(): readonly string[] {
    return this.effects.flatMap((effect) => (effect.kind === 'end' ? [effect.connection] : []));
  }
}

const named = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('the host frees the seats of strangers, and the class gets in', () => {
  const room = new HostedRoom();
  const strangers = [...room.seat(named('s', 63), 'bot 1'), ...room.seat(named('t', 63), 'bot 2')];
  expect(strangers).toHaveLength(62);
  expect(room.seat(named('p', 40), 'home')).toEqual(['p0']);
  expect(room.free('host', strangers)).toBe('ok');
  expect(room.ended).toEqual(strangers);
  expect(room.names(code)).toEqual(['host', 'p0']);
  // They come back at once, and leave half of the places to others.
  expect(room.seat(strangers, 'bot 1')).toHaveLength(30);
  expect(room.seat(named('u', 10), 'bot 2')).toEqual([]);
  const pupils = room.seat(named('c', 32), 'school');
  expect(pupils).toHaveLength(32);
  // The class holds half by itself: nobody of the strangers finds a place.
  room.free('host', strangers);
  expect(room.seat(strangers, 'bot 1')).toEqual([]);
  expect(room.seat(named('d', 30), 'school')).toHaveLength(30);
});

test('R32b a freed address of the class comes back where it was not full, and who is still in stays', () => {
  const room = new HostedRoom();
  room.seat(['old tab', 'pupil'], 'home');
  room.free('host', ['old tab']);
  expect([room.ended, room.names(code)]).toEqual([['old tab'], ['host', 'pupil']]);
  expect(room.seat(['old tab'], 'home')).toEqual(['old tab']);
  expect(room.join('pupil', code, {}, 'home'), 'its seat is its own').toBe('ok');
});

test('the network of the host is exempt, wherever it is', () => {
  const room = new HostedRoom();
  const pupils = room.seat(named('c', 63), 'school');
  room.free('host', pupils.slice(0, 20));
  expect(room.seat(pupils.slice(0, 20), 'school')).toHaveLength(20);
  room.join('host', code, proof('host'), 'hotel');
  room.send('host', { kind: 'free', members: pupils.map(id), observers: false }, 'hotel');
  expect(room.seat(named('h', 63), 'hotel')).toHaveLength(63);
});

test('R32, R32d nobody but the creator frees seats, whatever it claims', () => {
  const room = new HostedRoom();
  room.seat(['guest'], 'home');
  room.join('thief', code, proof('host'), 'bot');
  room.join(
    'heir',
    code,
    { hostSignature: signHostClaim(newHostKeys().hostToken, code, id('heir')) },
    'home',
  );
  room.join('noise', code, { hostSignature: 'x'.repeat(86) }, 'bot');
  room.watch(['wall'], 'home');
  for (const by of ['guest', 'thief', 'heir', 'noise'])
    expect([by, room.free(by, ['host'], true), room.ended]).toEqual([by, 'not-host', []]);
  expect(room.free('wall', ['host'])).toBe('not-in-room');
  expect(room.free('passer-by', ['host'])).toBe('not-in-room');
  expect(room.free('host', ['host', 'nobody'])).toBe('ok');
  expect(room.ended, 'it keeps its own seat').toEqual([]);
});

test('a room whose key is no point of the curve has no host', () => {
  const bench = new Bench();
  bench.create(code);
  bench.join('a', code, proof('a'));
  expect(bench.send('a', { kind: 'free', members: [], observers: true })).toBe('not-host');
});

test('R32c the host finds a seat in a full room; nobody else does, and no third page of it', () => {
  const room = new HostedRoom();
  room.end('host');
  for (let address = 0; address < 8; address++) room.seat(named(`s${address}-`, 62), `bot ${address}`);
  room.seat(named('c', 5), 'school');
  expect(room.names(code)).toHaveLength(64);
  expect(room.join('thief', code, proof('host'), 'bot 9')).toBe('room-full');
  expect(room.join('host', code, proof('host'), 'hotel')).toBe('ok');
  expect(room.join('phone', code, proof('phone'), 'hotel')).toBe('ok');
  expect(room.join('third', code, proof('third'), 'hotel')).toBe('room-full');
});

test('the places of all that watch are freed together', () => {
  const room = new HostedRoom();
  const watchers = [...room.watch(named('w', 64), 'bot'), ...room.watch(['wall'], 'school')];
  expect(watchers).toHaveLength(63);
  expect(room.free('host', [], true)).toBe('ok');
  expect(room.ended.toSorted()).toEqual(watchers.toSorted());
  expect(room.presence(code)?.observers).toBe(0);
  expect(room.watch(named('w', 64), 'bot')).toHaveLength(32);
  expect(room.watch(named('x', 64), 'school')).toHaveLength(32);
});

test('after a restart the address of the host is the one that its proof comes from, not that of who was first', () => {
  const bench = new Bench({ ...limits, membersPerRoom: 64, peersPerAddress: 400 });
  const seated = (prefix: string, address: string): number =>
    named(prefix, 64).filter((name) => bench.join(name, code, {}, address) === 'ok').length;
  bench.join('stranger', code, { description: hosted }, 'bot');
  expect(seated('s', 'bot')).toBe(61);
  bench.join('host', code, { description: hosted, ...proof('host') }, 'school');
  expect(bench.send('host', { kind: 'free', members: named('s', 64).map(id), observers: false })).toBe('ok');
  expect(bench.names(code)).toEqual(['stranger', 'host']);
});
