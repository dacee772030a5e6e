// A member's end of the line with those that watch its room (R19): it shows them pictures and receives their notes.
import type { RandomBytes } from '../../base/random-bytes';
import { openSealed, seal } from '../room/sealed-text';
import { maxPictureText, type ClientMessage, type ServerMessage } from '../room/room-messages';

export interface ObserverLineDeps {
  readonly code: string;
  readonly self: string;
  readonly key: () => Uint8Array | undefined;
  readonly random: RandomBytes;
  /** Resolves to true when the server took it. */
  readonly send: (message: Extract<ClientMessage, { kind: 'picture' }>) => Promise<boolean>;
}

/** A note of an observer: the sender's JSON data, to be validated. Each arrives once at most, or not at all. */
export interface ObserverNote {
  readonly from: string;
  readonly data: unknown;
}

export class ObserverLine {
  constructor(private readonly deps: ObserverLineDeps) {}

  /** False: it is too large, this member has no key yet, or the server did not take it. */
  async show(picture: unknown): Promise<boolean> {
    const { code, self: from, key, random, send } = this.deps;
    const roomKey = key();
    const sealed = roomKey && seal(roomKey, { kind: 'picture', code, from }, picture, maxPictureText, random);
    return sealed !== undefined && (await send({ kind: 'picture', sealed }));
  }

  /** undefined: the observer `from` did not seal it. */
  receive({ from, sealed }: Extract<ServerMessage, { kind: 'note' }>): ObserverNote | undefined {
    const { code, key } = this.deps;
    const roomKey = key();
    const opened = roomKey && openSealed(roomKey, { kind: 'note', code, from }, sealed);
    return opened && { from, data: opened.data };
  }
}
