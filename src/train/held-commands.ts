// The host's commands this replica holds. Verified on arrival, kept in order of their sequence, passed on once to
// every peer: since links keep order and everyone passes on at once, who holds a command holds all before it.
import { fail, ok, type Result } from '../base/result';
import * as v from 'valibot';
import { signedCommandSchema, verifyCommand, type SignedCommand } from '../net/signed-command';
import type { NumberedCommand } from './decide';
import { hostCommand } from './host-command';

export type CommandOffence = 'malformed' | 'wrong-room' | 'replayed' | 'bad-signature';

export class HeldCommands {
  #held: { readonly numbered: NumberedCommand; readonly envelope: SignedCommand }[] = [];
  #highest = 0;

  constructor(
    readonly hostPublicKey: string,
    readonly code: string,
  ) {}

  /** The command if it is genuine and new. */
  take(envelope: unknown): Result<NumberedCommand, CommandOffence> {
    const verified = verifyCommand(envelope, this.hostPublicKey, this.code, this.#highest);
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
    this.#highest = numbered.sequence;
    return ok(numbered);
  }

  /** Sequence of the newest command held; 0: none. */
  get highest(): number {
    return this.#highest;
  }

  get commands(): readonly NumberedCommand[] {
    return this.#held.map(({ numbered }) => numbered);
  }

  /** Envelopes a newly linked peer may lack. */
  get envelopes(): readonly SignedCommand[] {
    return this.#held.map(({ envelope }) => envelope);
  }

  /** Applied by all: no longer needed. A healed state may be ahead of what this replica was sent. */
  forgetUpTo(sequence: number): void {
    this.#held = this.#held.filter(({ numbered }) => numbered.sequence > sequence);
    this.#highest = Math.max(this.#highest, sequence);
  }
}
