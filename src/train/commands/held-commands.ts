// The host's commands that this replica holds and its run has not applied. They are verified on arrival, kept in order
// of their sequence, and passed on once to every peer (H5b). A host with two tabs may give commands on both sides of a
// cut. Then each side lacks some older commands until the links are back, so members compare which command comes first
// (H5).
import * as v from 'valibot';
import { hashHex, hashWords } from '../../base/hash';
import { fail, ok, type Result } from '../../base/result';
import { parsedJson } from '../../base/parsed-json';
import { signedCommandSchema, verifyCommand, type SignedCommand } from '../../net/room/signed-command';
import { hostCommand, type HostCommand } from './host-command';
import { firstOf, type NumberedCommand } from './numbered-command';

export type CommandOffence = 'malformed' | 'wrong-room' | 'replayed' | 'bad-signature';

interface Held {
  readonly numbered: NumberedCommand;
  readonly envelope: SignedCommand;
  /** A header decided on it here, though that decision may not have happened. */
  readonly wasApplied?: boolean;
}

/** H27: a person gives no more while a ring cannot apply any. */
export const mostHeld = 128;
/** More than one peer may send that the host did not sign (H5e). */
const mostStrange = 32;

export class HeldCommands {
  #held: Held[] = [];
  /** Applied by a decision that no header has shown all members at; and the last one of those that all have applied. */
  #tentative: Held[] = [];
  /** Sequence of the last command applied. */
  #applied = 0;
  /** The highest such number of a committed state: it never falls (H27). */
  #known = 0;
  /** The latest that the host known here did not sign. Another may host by the state that is followed next (H15c). */
  #strange: readonly SignedCommand[] = [];
  /** The public key of who hosts, by the state that is followed (H15). */
  #host: string;
  #isFollowing = false;

  /** `hostPublicKey`: the creator's. `heir`: whom the host names in the room's document; undefined: none of this host is
   *  held. `olderThan`: commands up to this number were signed before this replica came to the room. */
  constructor(
    readonly hostPublicKey: string,
    readonly code: string,
    readonly heir: () => string | null | undefined = () => null,
    readonly olderThan = 0,
  ) {
    this.#host = hostPublicKey;
  }

  /** The command, if it is genuine and new (H5d). */
  take(envelope: unknown): Result<NumberedCommand, CommandOffence> {
    const signed = v.safeParse(signedCommandSchema, envelope);
    if (!signed.success) return fail('malformed', 'not a signed command');
    const { sequence, body } = signed.output;
    if (this.#held.some((held) => isSame(held.envelope, signed.output)))
      return fail('replayed', `command ${sequence} is held`);
    const command = commandIn(body);
    if (!command.ok) return command;
    if (command.value.kind === 'take-over' && command.value.host !== this.heir())
      return fail('replayed', 'the room’s document does not name this heir, or not yet');
    const numbered = { sequence, command: command.value };
    const verified = this.#verify({ numbered, envelope: signed.output });
    if (!verified.ok) {
      if (verified.error.code === 'bad-signature')
        this.#strange = [...this.#strange, signed.output].slice(-mostStrange);
      return verified;
    }
    if (this.#held.length >= mostHeld) {
      // A ring applies its first ones first. To a replica that follows no state the oldest are the likeliest to be old
      // news.
      if (this.#isFollowing || numbered.sequence < this.#held[0].numbered.sequence)
        return fail('replayed', `${mostHeld} commands are held`);
      this.#held.shift();
    }
    this.#held.push({ numbered, envelope: signed.output });
    this.#held.sort((a, b) => inOrder(a.envelope, b.envelope));
    return ok(numbered);
  }

  #verify({ numbered: { command }, envelope }: Held): Result<unknown, CommandOffence> {
    const key = command.kind === 'take-over' ? command.host : this.#host;
    return verifyCommand(envelope, key, this.code, this.#applied);
  }

  /** Those that count. A take-over does while the host names its heir (H15a); one that a header decided on, until it is
   *  known that the host does not (H15d). */
  get #counting(): readonly Held[] {
    const heir = this.heir();
    return this.#held.filter(
      ({ numbered: { command }, wasApplied }) =>
        command.kind !== 'take-over' || command.host === heir || (heir === undefined && wasApplied),
    );
  }

  /** 16 hex digits over the first commands: equal where the same ones are applied next. Zeros: none is held. */
  get fingerprint(): string {
    const { first } = this;
    if (first.length === 0) return '0'.repeat(16);
    const text = JSON.stringify(first.map(({ sequence, body }) => [sequence, body]));
    return hashHex(hashWords(Uint32Array.from(text, (character) => character.codePointAt(0)!)));
  }

  get commands(): readonly NumberedCommand[] {
    return this.#counting.map(({ numbered }) => numbered);
  }

  /** Those of the lowest sequence: one, or two from two tabs of the host. */
  get first(): readonly SignedCommand[] {
    return firstOf(this.envelopes);
  }

  /** What a newly linked peer may lack. */
  get envelopes(): readonly SignedCommand[] {
    return this.#counting.map(({ envelope }) => envelope);
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
   *  `host`: who took hosting over; commands of who does not host any more are dropped (H15a). */
  follow(applied: number, host = this.hostPublicKey): void {
    this.#isFollowing = true;
    this.#applied = applied;
    const isAsBefore = this.#host === host;
    this.#host = host;
    // After a decision that did not happen, what it applied is held again (H21).
    const known = [...this.#tentative, ...this.#held];
    this.#tentative = known
      .filter(({ numbered }) => numbered.sequence <= applied)
      .map((held) => ({ ...held, wasApplied: true }))
      .sort((a, b) => inOrder(a.envelope, b.envelope));
    this.#held = known
      .filter((held) => held.numbered.sequence > applied && (isAsBefore || this.#verify(held).ok))
      .sort((a, b) => inOrder(a.envelope, b.envelope));
    if (isAsBefore) return;
    const strange = this.#strange;
    this.#strange = [];
    for (const envelope of strange) this.take(envelope);
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

function commandIn(body: string): Result<HostCommand, 'malformed'> {
  const json = parsedJson(body);
  if (json === undefined) return fail('malformed', 'the command is not JSON');
  const command = v.safeParse(hostCommand, json);
  return command.success ? ok(command.output) : fail('malformed', command.issues[0].message);
}

/** Compares what is signed: one signature can be written in several ways. */
function isSame(a: SignedCommand, b: SignedCommand): boolean {
  return a.sequence === b.sequence && a.body === b.body;
}

/** Two commands of one sequence come from two tabs of the host. */
function inOrder(a: SignedCommand, b: SignedCommand): number {
  return a.sequence - b.sequence || (a.body < b.body ? -1 : 1);
}
