// The host's commands that this replica holds and its run has not applied. They are verified on arrival, kept in order
// of their sequence, and passed on once to every peer (H5b). A host with two tabs may give commands on both sides of a
// cut. Then each side lacks some older commands until the links are back, so members compare which command comes first
// (H5).
import * as v from 'valibot';
import { hashHex, hashWords } from '../../base/hash';
import { fail, ok, type Result } from '../../base/result';
import { signedCommandSchema, verifyCommand, type SignedCommand } from '../../net/room/signed-command';
import { hostCommand } from './host-command';
import { firstOf, type NumberedCommand } from './numbered-command';

export type CommandOffence = 'malformed' | 'wrong-room' | 'replayed' | 'bad-signature';

interface Held {
  readonly numbered: NumberedCommand;
  readonly envelope: SignedCommand;
}

/** H27: a person gives no more while a ring cannot apply any. */
export const mostHeld = 128;

export class HeldCommands {
  #held: Held[] = [];
  /** Applied by a decision that no header has shown all members at; and the last one of those that all have applied. */
  #tentative: Held[] = [];
  /** Sequence of the last command applied. */
  #applied = 0;
  /** The highest such number of a committed state: it never falls (H27). */
  #known = 0;
  /** The room of the state that is followed: who hosts now, and who may (H15). */
  #room: Hosts = {};
  #isFollowing = false;

  /** `olderThan`: commands up to this number were signed before this replica came to the room. */
  constructor(
    readonly hostPublicKey: string,
    readonly code: string,
    readonly olderThan = 0,
  ) {}

  /** The command, if it is genuine and new (H5d). */
  take(envelope: unknown): Result<NumberedCommand, CommandOffence> {
    const signed = v.safeParse(signedCommandSchema, envelope);
    if (signed.success && this.#held.some((held) => isSame(held.envelope, signed.output)))
      return fail('replayed', `command ${signed.output.sequence} is held`);
    const read = this.#read(envelope);
    if (!read.ok) return read;
    const numbered = read.value;
    if (this.#held.length >= mostHeld) {
      // A ring applies its first ones first. To a replica that follows no state the oldest are the likeliest to be old
      // news.
      if (this.#isFollowing || numbered.sequence < this.#held[0].numbered.sequence)
        return fail('replayed', `${mostHeld} commands are held`);
      this.#held.shift();
    }
    this.#held.push({ numbered, envelope: v.parse(signedCommandSchema, envelope) });
    this.#held.sort((a, b) => inOrder(a.envelope, b.envelope));
    return ok(numbered);
  }

  #read(envelope: unknown): Result<NumberedCommand, CommandOffence> {
    const { host = this.hostPublicKey, heir } = this.#room;
    let verified = verifyCommand(envelope, host, this.code, this.#applied);
    const isHosts = verified.ok;
    if (!verified.ok && verified.error.code === 'bad-signature' && heir !== undefined)
      verified = verifyCommand(envelope, heir, this.code, this.#applied);
    if (!verified.ok) return verified;
    let body: unknown;
    try {
      body = JSON.parse(verified.value.body);
    } catch {
      return fail('malformed', 'the command is not JSON');
    }
    const command = v.safeParse(hostCommand, body);
    if (!command.success) return fail('malformed', command.issues[0].message);
    const { kind } = command.output;
    const isHeirs = kind === 'take-over' && command.output.host === heir;
    if (kind === 'take-over' ? !isHeirs || isHosts : !isHosts)
      return fail('bad-signature', 'not signed by whom it is for');
    return ok({ sequence: verified.value.sequence, command: command.output });
  }

  /** 16 hex digits over the first commands: equal where the same ones are applied next. Zeros: none is held. */
  get fingerprint(): string {
    if (this.#held.length === 0) return '0'.repeat(16);
    const text = JSON.stringify(this.first.map(({ sequence, body }) => [sequence, body]));
    return hashHex(hashWords(Uint32Array.from(text, (character) => character.codePointAt(0)!)));
  }

  get commands(): readonly NumberedCommand[] {
    return this.#held.map(({ numbered }) => numbered);
  }

  /** Those of the lowest sequence: one, or two from two tabs of the host. */
  get first(): readonly SignedCommand[] {
    return firstOf(this.envelopes);
  }

  /** What a newly linked peer may lack. */
  get envelopes(): readonly SignedCommand[] {
    return this.#held.map(({ envelope }) => envelope);
  }

  /** The highest number of an applied command that a header showed all members at, in any lineage or run (H27). */
  get known(): number {
    return this.#known;
  }

  /** A run begins from nothing here, as if all commands up to this number were applied: those from before it do nothing
   *  in it (H27a). */
  begin(): number {
    const applied = Math.max(this.#known, this.olderThan);
    this.#held = this.#held.filter(({ numbered }) => numbered.sequence > applied);
    this.follow(applied);
    return applied;
  }

  /** The state that this replica follows now has applied all commands up to this sequence. It may be lower than before:
   *  in another lineage, where the last applied one is then held again (H27), or after a decision that did not happen.
   *  Commands of who does not host any more are dropped (H15a). */
  follow(applied: number, { host, heir }: Hosts = {}): void {
    this.#isFollowing = true;
    this.#applied = applied;
    const isAsBefore = this.#room.host === host && this.#room.heir === heir;
    this.#room = { host, heir };
    // After a decision that did not happen, what it applied is held again (H21).
    const known = [...this.#tentative, ...this.#held];
    this.#tentative = known
      .filter(({ numbered }) => numbered.sequence <= applied)
      .sort((a, b) => inOrder(a.envelope, b.envelope));
    this.#held = known
      .filter(
        ({ numbered, envelope }) => numbered.sequence > applied && (isAsBefore || this.#read(envelope).ok),
      )
      .sort((a, b) => inOrder(a.envelope, b.envelope));
  }

  /** A header showed all members at what is followed: of it nothing is taken back. */
  settle(): void {
    this.#known = Math.max(this.#known, this.#applied);
    this.leave();
  }

  /** This replica follows it no more. */
  leave(): void {
    const last = this.#tentative.at(-1)?.numbered.sequence;
    this.#tentative = this.#tentative.filter(({ numbered }) => numbered.sequence === last);
  }
}

/** Public keys, of the room state. */
interface Hosts {
  readonly host?: string | undefined;
  readonly heir?: string | undefined;
}

/** Compares what is signed: one signature can be written in several ways. */
function isSame(a: SignedCommand, b: SignedCommand): boolean {
  return a.sequence === b.sequence && a.body === b.body;
}

/** Two commands of one sequence come from two tabs of the host. */
function inOrder(a: SignedCommand, b: SignedCommand): number {
  return a.sequence - b.sequence || (a.body < b.body ? -1 : 1);
}
