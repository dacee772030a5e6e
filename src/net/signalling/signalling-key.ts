// Getting the key of an open room, and giving it (R9). A joiner asks the members that claim to hold it, one after
// another, until a key opens the room. A holder answers only if the key itself proves that the room is open.
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { checkDescription } from '../room/room-key';
import { grantKey, openGrant, requestKey } from '../room/room-key-handover';
import type { KeyRequest } from '../room/room-key-handover';
import type { ClientMessage, RoomDescription, ServerMessage } from '../room/room-messages';
import type { Roster } from './signalling-roster';
import type { RandomBytes } from '../../base/random-bytes';

/** What seeking a key takes of a roster. */
export interface KeyRoster extends Pick<Roster, 'isOpen'> {
  readonly members: readonly Pick<Roster['members'][number], 'memberId' | 'hasKey' | 'isSelf'>[];
}

export interface KeySeekerOptions {
  readonly code: string;
  readonly self: string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly abort: AbortSignal;
  /** The room's description and roster as of now. */
  readonly room: () => { readonly roster: KeyRoster; readonly description: RoomDescription };
  /** Resolves to true when the server passed it on. */
  readonly send: (message: ClientMessage) => Promise<boolean>;
  readonly fault: (
    code: 'bad-key-grant' | 'no-key-holder' | 'malformed' | 'undelivered',
    why: string,
    peer?: string,
  ) => void;
}

const grantMs = 4000;
const pauseMs = 2000;

export class KeySeeker {
  readonly #options: KeySeekerOptions;
  #isSeeking = false;
  #asked:
    | {
        readonly request: KeyRequest;
        readonly granter: string;
        readonly answer: (key: Uint8Array | undefined) => void;
      }
    | undefined;
  #wake: () => void = () => {};

  constructor(options: KeySeekerOptions) {
    this.#options = options;
  }

  /** Resolves to the key, or to undefined when aborted. Resolves to undefined at once when already seeking. */
  async seek(): Promise<Uint8Array | undefined> {
    if (this.#isSeeking) return undefined;
    this.#isSeeking = true;
    while (!this.#options.abort.aborted) {
      const key = await this.#askHolders();
      if (key) return key;
      if (this.#options.abort.aborted) break;
      this.#options.fault('no-key-holder', 'nobody in the room could hand its key over yet');
      await this.#pause();
    }
    return undefined;
  }

  /** A member with the key may have joined. */
  rosterChanged(): void {
    this.#wake();
  }

  receiveGrant({ from, publicKey, box }: Extract<ServerMessage, { kind: 'key-grant' }>): void {
    const asked = this.#asked;
    if (!asked || asked.granter !== from) return;
    const { code, self, room, fault } = this.#options;
    const key = openGrant(asked.request, { code, asker: self, granter: from }, publicKey, box);
    const isRight = key !== undefined && checkDescription(key, code, room().description) === 'right';
    if (!isRight) fault('bad-key-grant', 'the key that came does not open this room', from);
    asked.answer(isRight ? key : undefined);
  }

  /** The roster was checked with `key`, so `isOpen` comes from the creator and not from the server. */
  async grant(key: Uint8Array, asker: string, publicKey: string): Promise<void> {
    const { code, self, random, room, send, fault } = this.#options;
    if (!room().roster.isOpen) return;
    const grant = grantKey(key, { code, asker, granter: self }, publicKey, random);
    if (!grant) return fault('malformed', 'a request for the key with no usable point', asker);
    if (!(await send({ kind: 'key-grant', to: asker, ...grant })))
      fault('undelivered', 'the key could not be handed over', asker);
  }

  /** Each joiner begins at a different holder, so that a class does not ask one page only. */
  async #askHolders(): Promise<Uint8Array | undefined> {
    const { self, clock, random, abort, room, send } = this.#options;
    const holders = room().roster.members.filter(({ hasKey, isSelf }) => hasKey && !isSelf);
    const first = holders.length > 0 ? parseInt(self.slice(-4), 16) % holders.length : 0;
    for (const { memberId: granter } of [...holders.slice(first), ...holders.slice(0, first)]) {
      const request = requestKey(random);
      const wait = waitFor<Uint8Array | undefined>(clock, grantMs, 'the room key', abort);
      const answered = wait.promise.catch(() => undefined); // late: ask the next holder; aborted: stop
      this.#asked = { request, granter, answer: wait.settle };
      const isSent = await send({ kind: 'key-request', to: granter, publicKey: request.publicKey });
      if (!isSent) wait.settle(undefined);
      const key = await answered;
      this.#asked = undefined;
      if (key || abort.aborted) return key;
    }
    return undefined;
  }

  async #pause(): Promise<void> {
    const wait = waitFor<void>(this.#options.clock, pauseMs, 'a member with the key', this.#options.abort);
    this.#wake = wait.settle;
    await wait.promise.catch(() => {}); // the time is over, or aborted: the caller checks again
    this.#wake = () => {};
  }
}
