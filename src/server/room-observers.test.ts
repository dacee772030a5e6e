// R18, R19, without sockets: who may watch, and what passes between observers and members.
import { describe, expect, it } from 'vitest';
import { protocolVersion, type ObservedRoom } from '../net/room/room-messages';
import { fanOutRule, noteRule, pictureRule, roomNoteRule, roomPictureRule } from './limits';
import { Bench, id, limits } from './testing/rooms-bench';
import { description } from './testing/test-server';

const code = 'AAAAAAAAA';
const observe = (bench: Bench, connection: string, at = code, address?: string): string =>
  bench.send(connection, { kind: 'observe', protocolVersion, code: at }, address);
const picture = (bench: Bench, connection: string, sealed = 'p'): string =>
  bench.send(connection, { kind: 'picture', sealed });
const note = (bench: Bench, connection: string, sealed = 'n'): string =>
  bench.send(connection, { kind: 'note', sealed });
const observersOf = (bench: Bench): number => bench.presence(code)!.observers;

/** A room with members `a` and `b`. */
function room(): Bench {
  const bench = new Bench();
  bench.create(code);
  bench.join('a', code, { hasKey: true });
  bench.join('b', code);
  return bench;
}

/** How many of `send` pass before one is refused. */
function passed(send: () => string): number {
  let count = 0;
  while (send() === 'ok') count++;
  return count;
}

describe('an observer', () => {
  it('R18 is counted and in no roster; its coming and going reach the members', () => {
    const bench = room();
    expect(observe(bench, 'o1')).toBe('ok');
    const { observerId } = bench.answer as ObservedRoom;
    expect(bench.answer).toEqual({ kind: 'observed-room', observerId, description, keyHolders: [id('a')] });
    expect(bench.effects).toEqual([{ kind: 'presence', room: bench.at(code) }]);
    expect([bench.names(code), observersOf(bench)]).toEqual([['a', 'b'], 1]);
    const { revision } = bench.presence(code)!;
    observe(bench, 'o1');
    expect(bench.answer).toMatchObject({ observerId });
    expect(bench.effects, 'it only asked again').toEqual([]);
    bench.end('o1');
    expect(bench.effects).toEqual([{ kind: 'presence', room: bench.at(code) }]);
    expect([observersOf(bench), bench.presence(code)!.revision]).toEqual([0, revision + 1]);
    expect(bench.lookUp(code)).toMatchObject({ membersPresent: 2 });
  });

  it('R18 of a private room learns no member', () => {
    const bench = new Bench();
    bench.join('a', code, { description: { ...description, isOpen: false }, hasKey: true });
    observe(bench, 'o1');
    expect(bench.answer).toMatchObject({ keyHolders: [] });
    expect(JSON.stringify(bench.answer)).not.toContain(id('a'));
  });

  it('R18 watches one room, and is no member on the same connection', () => {
    const bench = room();
    expect(observe(bench, 'o1', 'CCCCCCCCC')).toBe('room-not-found');
    expect(observe(bench, 'a')).toBe('id-taken');
    observe(bench, 'o1');
    bench.create('CCCCCCCCC');
    expect(observe(bench, 'o1', 'CCCCCCCCC')).toBe('id-taken');
    expect(bench.join('o1', code)).toBe('id-taken');
    expect(bench.send('o1', { kind: 'leave' })).toBe('ok');
    expect(bench.join('o1', code)).toBe('ok');
    expect(bench.send('x', { kind: 'observe', protocolVersion: 0, code })).toBe('wrong-version');
  });

  it('R4 of a full room, or of a full address, is refused', () => {
    const bench = room();
    for (let i = 0; i < limits.observersPerRoom; i++) expect(observe(bench, `o${i}`)).toBe('ok');
    expect(observe(bench, 'o9')).toBe('room-full');
    bench.end('o0');
    expect(observe(bench, 'o9')).toBe('ok');
    bench.end('o9');
    bench.create('CCCCCCCCC');
    expect(bench.join('c', 'CCCCCCCCC')).toBe('ok');
    expect(bench.join('d', 'CCCCCCCCC')).toBe('ok');
    expect(observe(bench, 'o9'), 'members and observers of one address').toBe('too-many-peers');
    expect(observe(bench, 'o9', code, 'home')).toBe('ok');
  });

  it('R5 R18 keeps no room alive, and may ask for it again when members restored it', () => {
    const bench = room();
    observe(bench, 'o1');
    bench.end('a');
    bench.end('b');
    bench.nowMs = limits.emptyRoomMs;
    bench.tick();
    expect(observe(bench, 'o1')).toBe('room-not-found');
    expect(note(bench, 'o1')).toBe('not-in-room');
    bench.join('a', code, { description });
    expect(observe(bench, 'o1')).toBe('ok');
    expect(observersOf(bench)).toBe(1);
    bench.end('o1');
    expect(observersOf(bench)).toBe(0);
  });

  it('R9 R18 asks members for the key, and nothing else', () => {
    const bench = room();
    observe(bench, 'o1');
    const { observerId } = bench.answer as ObservedRoom;
    observe(bench, 'o2');
    const { observerId: other } = bench.answer as ObservedRoom;
    const ask = (to: string) => bench.send('o1', { kind: 'key-request', to, publicKey: 'k' });
    expect(ask(id('a'))).toBe('ok');
    expect(bench.effects).toEqual([
      { kind: 'send', connection: 'a', message: { kind: 'key-request', publicKey: 'k', from: observerId } },
    ]);
    expect(bench.send('a', { kind: 'key-grant', to: observerId, publicKey: 'k', box: 'b' })).toBe('ok');
    expect(bench.effects).toMatchObject([{ connection: 'o1' }]);
    expect(ask(other)).toBe('no-such-peer');
    const signal = { kind: 'signal', sequence: 1, data: '{}', mac: 'm' } as const;
    expect(bench.send('o1', { ...signal, to: id('a') })).toBe('not-in-room');
    expect(bench.send('a', { ...signal, to: observerId })).toBe('no-such-peer');
    expect(bench.send('o1', { kind: 'status', inRing: true, hasKey: true })).toBe('not-in-room');
  });
});

describe('pictures and notes', () => {
  it('R19 a picture goes from a member to all observers of its room, under its id', () => {
    const bench = room();
    expect(picture(bench, 'a'), 'nobody watches').toBe('ok');
    expect(bench.effects).toEqual([]);
    for (const name of ['o1', 'o2']) observe(bench, name);
    expect(picture(bench, 'a', 'seen')).toBe('ok');
    const message = { kind: 'picture', from: id('a'), sealed: 'seen' };
    expect(bench.effects).toEqual([{ kind: 'fan-out', connections: ['o1', 'o2'], message, isLatest: true }]);
    for (const stranger of ['o1', 'x']) expect(picture(bench, stranger)).toBe('not-in-room');
  });

  it('R19 a note goes from an observer to all members of its room, under its id', () => {
    const bench = room();
    observe(bench, 'o1');
    const { observerId } = bench.answer as ObservedRoom;
    observe(bench, 'o2');
    expect(note(bench, 'o1', 'guess')).toBe('ok');
    const message = { kind: 'note', from: observerId, sealed: 'guess' };
    expect(bench.effects).toEqual([{ kind: 'fan-out', connections: ['a', 'b'], message, isLatest: false }]);
    for (const stranger of ['a', 'x']) expect(note(bench, stranger)).toBe('not-in-room');
  });

  it('R19 a member sends two pictures a second, its room four, an observer a note in two seconds', () => {
    const bench = room();
    bench.join('c', code);
    observe(bench, 'o1');
    observe(bench, 'o2');
    expect(passed(() => picture(bench, 'a'))).toBe(pictureRule.capacity);
    expect(passed(() => picture(bench, 'b'))).toBe(roomPictureRule.capacity - pictureRule.capacity);
    expect(picture(bench, 'c'), 'the room’s are spent').toBe('rate-limited');
    bench.nowMs += 1000;
    expect(passed(() => picture(bench, 'a'))).toBe(pictureRule.perSecond);
    expect(passed(() => note(bench, 'o1'))).toBe(noteRule.capacity);
    expect(note(bench, 'o2')).toBe('ok');
    bench.nowMs += 2000;
    expect(passed(() => note(bench, 'o1'))).toBe(1);
  });

  it('R19 the notes of a room, and the bytes of all rooms, are bounded', () => {
    const bench = room();
    observe(bench, 'o1');
    const held = bench.state.rooms.get(bench.at(code))!;
    held.notes = { tokens: 1, atMs: 0 };
    expect(
      passed(() => note(bench, 'o1')),
      `of ${roomNoteRule.capacity}`,
    ).toBe(1);
    held.notes = undefined;
    // Two members receive a note, one observer a picture.
    bench.state.fanOut = { tokens: 2 * 100 + 99, atMs: 0 };
    expect(note(bench, 'o1', 'n'.repeat(100))).toBe('ok');
    expect(picture(bench, 'a', 'p'.repeat(100))).toBe('rate-limited');
    expect(picture(bench, 'a', 'p'.repeat(99))).toBe('ok');
    bench.nowMs += 1000;
    expect(picture(bench, 'a', 'p'.repeat(fanOutRule.perSecond / 1024))).toBe('ok');
  });
});
