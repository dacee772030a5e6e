// Whom this member hands the key of an open room (R9), and what it answers to the others (R21). Who knows the key can
// link itself to members, and see pictures: so the host's door decides here. Who leaves the roster waits no longer.
import { forgetOldest } from '../../base/forget-oldest';
import { openDoor, shutsOut, type Door } from '../room/door';
import { passOf } from '../room/pass';
import type { PassClaim } from '../room/pass-claim';
import { grantKey } from '../room/room-key-handover';
import type { ClientMessage, RefusingDoor, ServerMessage } from '../room/room-messages';
import type { RandomBytes } from '../../base/random-bytes';
import type { Roster } from './signalling-roster';

export interface KeyDeskOptions {
  readonly code: string;
  readonly self: string;
  readonly random: RandomBytes;
  readonly key: () => Uint8Array | undefined;
  readonly roster: () => Roster | undefined;
  /** Resolves to true when the server passed it on. */
  readonly send: (message: ClientMessage) => Promise<boolean>;
  readonly fault: (code: 'malformed' | 'undelivered', why: string, peer: string) => void;
}

type KeyQuestion = Pick<Extract<ServerMessage, { kind: 'key-request' }>, 'publicKey' | 'pass'>;

/** Members and observers of a full room. */
const mostWaiting = 128;

export class KeyDesk {
  #door = openDoor;
  /** Who waits for the decision of the host’s page. A question may come before the roster that names its asker; an
   *  observer is in none. */
  readonly #waiting = new Map<string, { readonly question: KeyQuestion; isSeen: boolean }>();
  /** What those that hold the key were last told by the host’s page. */
  readonly #told = new Map<string, 'grant' | RefusingDoor>();

  constructor(private readonly options: KeyDeskOptions) {}

  setDoor(door: Door): void {
    this.#door = door;
    for (const [asker, { question }] of [...this.#waiting]) void this.#answer(asker, question, false);
    this.#tellKeyHolders();
  }

  rosterChanged({ members }: Roster): void {
    const isHere = (id: string): boolean => members.some(({ memberId }) => memberId === id);
    for (const [asker, wait] of this.#waiting)
      if (isHere(asker)) wait.isSeen = true;
      else if (wait.isSeen) this.#waiting.delete(asker);
    for (const id of this.#told.keys()) if (!isHere(id)) this.#told.delete(id);
    this.#tellKeyHolders();
  }

  /** The roster was checked with the key, so `isOpen` comes from the creator and not from the server. */
  async asked(asker: string, question: KeyQuestion): Promise<void> {
    if (this.options.key() && this.options.roster()?.isOpen) await this.#answer(asker, question, true);
  }

  /** `isNew`: it does not know yet that it waits. */
  async #answer(asker: string, question: KeyQuestion, isNew: boolean): Promise<void> {
    const answer = this.#decide(asker, question.pass);
    const waits = answer === 'asks' && this.#isHost;
    this.#waiting.delete(asker);
    if (waits) this.#waiting.set(asker, { question, isSeen: this.#member(asker) !== undefined });
    forgetOldest(this.#waiting, mostWaiting);
    if (answer === 'grant') return this.#grant(asker, question.publicKey);
    if (isNew || !waits) await this.#refuse(asker, answer);
  }

  #decide(asker: string, pass: PassClaim | undefined): 'grant' | RefusingDoor {
    const { kind, refused } = this.#door;
    const { members = [] } = this.options.roster() ?? {};
    if (kind === 'open') return 'grant'; // the ring turns away whom it removed (H10)
    if (this.#isHost && refused.includes(asker)) return 'refused';
    // Nobody is in a ring: there is no door yet, or no longer.
    if (kind === 'unknown') return members.some(({ inRing }) => inRing) ? kind : 'grant';
    // Only the host's page: so a code alone gets nothing (R21a), whoever is asked.
    return this.#isHost && !this.#shutsOut(asker, pass) ? 'grant' : kind;
  }

  /** Where the link holds the key, nobody asks for it (R21d): the host's page tells whom the door shuts out. */
  #tellKeyHolders(): void {
    if (!this.#isHost) return;
    for (const { memberId, hasKey, isHost, pass } of this.options.roster()?.members ?? []) {
      if (!hasKey || isHost) continue;
      const answer = this.#shutsOut(memberId, pass) ? this.#decide(memberId, pass) : 'grant';
      if ((this.#told.get(memberId) ?? 'grant') === answer) continue;
      this.#told.set(memberId, answer);
      if (answer !== 'grant') void this.#refuse(memberId, answer);
    }
  }

  async #refuse(to: string, door: RefusingDoor): Promise<void> {
    const { host } = this.#door;
    await this.options.send({ kind: 'key-refusal', to, door, ...(host !== undefined && { host }) });
  }

  #shutsOut(memberId: string, claim: PassClaim | undefined): boolean {
    return shutsOut(this.#door, () => passOf(claim, this.options.code, memberId));
  }

  #member(id: string): Roster['members'][number] | undefined {
    return this.options.roster()?.members.find(({ memberId }) => memberId === id);
  }

  get #isHost(): boolean {
    return this.options.roster()?.members.some(({ isSelf, isHost }) => isSelf && isHost) === true;
  }

  async #grant(asker: string, publicKey: string): Promise<void> {
    const { code, self, random, key, send, fault } = this.options;
    const grant = grantKey(key()!, { code, asker, granter: self }, publicKey, random);
    if (!grant) return fault('malformed', 'a request for the key with no usable point', asker);
    if (!(await send({ kind: 'key-grant', to: asker, ...grant })))
      fault('undelivered', 'the key could not be handed over', asker);
  }
}
