// A room server without sockets, for tests.
import { prng } from '../../base/prng';
import { codeAlphabet } from '../../base/room-code';
import { memberIdOf } from '../../net/room/member-secret';
import { protocolVersion } from '../../net/room/room-messages';
import type { Answer, Presence, Reply } from '../../net/room/room-messages';
import type { CodeStamps } from '../code-stamp';
import { step, type RoomsInput } from '../rooms';
import { presenceOf, RoomsState } from '../rooms-state';
import type { Effect, RoomMessage, RoomsLimits } from '../rooms-state';
import { description } from './test-server';

export const limits: RoomsLimits = {
  membersPerRoom: 4,
  observersPerRoom: 3,
  roomsPerAddress: 3,
  peersPerAddress: 6,
  rooms: 5,
  emptyRoomMs: 600_000,
  unjoinedRoomMs: 60_000,
};

/** `send` answers with the reply's code and keeps the effects. */
export class Bench {
  readonly state: RoomsState;
  nowMs = 0;
  effects: readonly Effect[] = [];
  answer: Answer = null;
  /** The codes that are drawn next; then random ones. */
  draws: string[] = [];
  readonly #random = prng('codes', 1);

  constructor(
    readonly bounds: RoomsLimits = limits,
    stamps?: CodeStamps,
  ) {
    this.state = new RoomsState(undefined, stamps);
  }

  send(connection: string, message: RoomMessage, address = 'school'): string {
    const reply = this.#advance({ kind: 'message', connection, address, message });
    this.answer = reply.ok ? reply.value : null;
    return reply.ok ? 'ok' : reply.error.code;
  }
  /** Reserves this code, if it is free, and makes the room. */
  create(code: string, address?: string, version = protocolVersion): string {
    this.draws = [code];
    const reserved = this.send('creator', { kind: 'reserve', protocolVersion: version }, address);
    return reserved === 'ok' ? this.send('creator', { kind: 'create', description }, address) : reserved;
  }
  lookUp(code: string): unknown {
    const refusal = this.send('passer-by', { kind: 'look-up', protocolVersion, code });
    return refusal === 'ok' ? this.answer : refusal;
  }
  join(
    connection: string,
    code: string,
    more: Partial<Extract<RoomMessage, { kind: 'join' }>> = {},
    address?: string,
  ): string {
    // prettier-ignore
    return this.send(connection, { kind: 'join', code, protocolVersion, memberSecret: secretOf(connection), name: connection, role: 'trainer', facts: '', inRing: false, hasKey: false, ...more }, address); // prettier-ignore
  }
  end(connection: string): void {
    this.#advance({ kind: 'disconnected', connection });
  }
  tick(): void {
    this.#advance({ kind: 'tick' });
  }
  #advance(input: RoomsInput): Reply {
    const outcome = step(this.state, input, this.nowMs, this.bounds, (length) => this.#bytes(length));
    this.effects = outcome.effects;
    return outcome.reply;
  }
  #bytes(length: number): Uint8Array {
    const next = [...(this.draws.shift() ?? '')].map((character) => codeAlphabet.indexOf(character));
    return Uint8Array.from({ length }, (_, i) => next[i] ?? this.#random.below(256));
  }
  /** The address of the first room of a code; empty when there is none. */
  at(code: string): string {
    return [...(this.state.codes.get(code)?.addresses ?? [''])][0];
  }
  presence(code: string): Presence | undefined {
    return presenceOf(this.state, this.at(code));
  }
  /** All that the server holds of a room's members, as text. */
  held(code: string): string {
    return JSON.stringify([...(this.state.rooms.get(this.at(code))?.members ?? [])]);
  }
  names(code: string): readonly string[] | undefined {
    return this.presence(code)?.members.map(({ name }) => name);
  }
}

/** The secret of the member behind a connection that has a short name, and its id. */
export const secretOf = (connection: string): string => connection.padEnd(32, '_');
export const id = (connection: string): string => memberIdOf(secretOf(connection));
