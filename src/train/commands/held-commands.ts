// The host's commands that this replica holds and its run has not applied. Verified on arrival, kept in order of their
// sequence, passed on once to every peer. A host with two tabs may give commands on both sides of a cut: then each side
// lacks some of those before its newest, until the links are back; so members compare which comes first (H5).
import * as v from 'valibot';
import { hashHex, hashWords } from '../../base/hash';
import { fail, ok, type Result } from '../../base/result';
import { signedCommandSchema, verifyCommand, type SignedCommand } from '../../net/room/signed-command';
import { hostCommand } from './host-command';
import { firstOf, type NumberedCommand } from './numbered-command';

export type CommandOffence = 'malformed' | 'wrong-room' | 'replayed' | 'bad-signature';

export class HeldCommands {
  #held: { readonly numbered: NumberedCommand; readonly envelope: SignedCommand }[] = [];
  /** Of the last one applied. */
  #applied = 0;

  constructor(
    readonly hostPublicKey: string,
    readonly code: string,
  ) {}

  /** The command if it is genuine and new. */
  take(envelope: unknown): Result<NumberedCommand, CommandOffence> {
    const signed = v.safeParse(signedCommandSchema, envelope);
    if (signed.success && this.#held.some((held) => isSame(held.envelope, signed.output)))
      return fail('replayed', `command ${signed.output.sequence} is held`);
    const verified = verifyCommand(envelope, this.hostPublicKey, this.code, this.#applied);
    if (!verified.ok) return verified;
    let body: unknown;
    try {
      body = JSON.parse(verified.value.body);
    } catch {
      return fail('malformed', 'the command is not JSON');
    }
    const command = v.safeParse(hostCommand, body);
    if (!command.success) return fail('malformed', command.issues[0].message);
    const numbered = { sequence: verified.value.sequence, command: command.output };
    this.#held.push({ numbered, envelope: v.parse(signedCommandSchema, envelope) });
    this.#held.sort((a, b) => inOrder(a.envelope, b.envelope));
    return ok(numbered);
  }

  /** 16 hex digits over the first that is held: equal for those who are to apply the same next; zeros: none. */
  get fingerprint(): string {
    if (this.#held.length === 0) return '0'.repeat(16);
    const text = JSON.stringify(this.first.map(({ sequence, body }) => [sequence, body]));
    return hashHex(hashWords(Uint32Array.from(text, (character) => character.codePointAt(0)!)));
  }

  get commands(): readonly NumberedCommand[] {
    return this.#held.map(({ numbered }) => numbered);
  }

  /** Of the lowest sequence: one, or those of two tabs of the host. */
  get first(): readonly SignedCommand[] {
    return firstOf(this.envelopes);
  }

  /** Envelopes a newly linked peer may lack. */
  get envelopes(): readonly SignedCommand[] {
    return this.#held.map(({ envelope }) => envelope);
  }

  /** Up to here they are applied in the state that this replica follows from now on; that of another lineage, or one
   *  without a decision that did not happen, may have applied fewer than the one before. */
  follow(applied: number): void {
    this.#held = this.#held.filter(({ numbered }) => numbered.sequence > applied);
    this.#applied = applied;
  }
}

/** By what is signed: one signature can be written in several ways. */
function isSame(a: SignedCommand, b: SignedCommand): boolean {
  return a.sequence === b.sequence && a.body === b.body;
}

/** Two of one sequence come from two tabs of the host. */
function inOrder(a: SignedCommand, b: SignedCommand): number {
  return a.sequence - b.sequence || (a.body < b.body ? -1 : 1);
}
