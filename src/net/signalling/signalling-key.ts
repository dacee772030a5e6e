// Getting the key of an open room (R9). A joiner asks the members that claim to hold it, one after another, until a key
// opens the room. Where the host decides who comes in, it waits for the host (R21).
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { checkDescription } from '../room/room-key';
import type { PassClaim } from '../room/pass-claim';
import { openGrant, requestKey, type KeyRequest } from '../room/room-key-handover';
import type { ClientMessage, RefusingDoor, RoomDescription, ServerMessage } from '../room/room-messages';
import type { Roster } from './signalling-roster';
import type { RandomBytes } from '../../base/random-bytes';

/** What seeking a key takes of a roster. */
export interface KeyRoster extends Pick<Roster, 'isOpen'> {
  readonly members: readonly Pick<
    Roster['members'][number],
    'memberId' | 'name' | 'hasKey' | 'inRing' | 'isHost' | 'isSelf'
  >[];
}

export interface KeySeekerOptions {
  readonly code: string;
  readonly self: string;
  readonly pass?: PassClaim | undefined;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly abort: AbortSignal;
  /** The room's description and roster as of now. */
  readonly room: () => { readonly roster: KeyRoster; readonly description: RoomDescription };
  /** Resolves to true when the server passed it on. */
  readonly send: (message: ClientMessage) => Promise<boolean>;
  readonly fault: (code: 'bad-key-grant' | 'no-key-holder', why: string, peer?: string) => void;
  /** The hosts in the room decide, or none is there. */
  readonly waits?: (hosts: readonly KeyRoster['members'][number][]) => void;
  /** Another try does not help: the host locked the room, or did not let this device in (R21c). */
  readonly turnedAway?: (why: 'locked' | 'refused') => void;
}

const grantMs = 4000;
const pauseMs = 2000;
const askAgainMs = 10_000;

export class KeySeeker {
  #isSeeking = false;
  #asked:
    | {
        readonly request: KeyRequest;
        readonly granter: string;
        readonly answer: (what: Uint8Array | RefusingDoor | undefined) => void;
      }
    | undefined;
  #wake: () => void = () => {};

  constructor(private readonly options: KeySeekerOptions) {}

  /** Resolves to the key, or to undefined when aborted. Resolves to undefined at once when already seeking. */
  async seek(): Promise<Uint8Array | undefined> {
    if (this.#isSeeking) return undefined;
    this.#isSeeking = true;
    while (!this.options.abort.aborted) {
      const key = await this.#askHolders();
      if (key) return key;
      if (this.options.abort.aborted) break;
      this.options.fault('no-key-holder', 'nobody in the room could hand its key over yet');
      await this.#pause();
    }
    return undefined;
  }

  /** A member with the key may have joined. */
  rosterChanged(): void {
    this.#wake();
  }

  receiveRefusal({ from, door }: Extract<ServerMessage, { kind: 'key-refusal' }>): void {
    if (this.#asked?.granter === from) this.#asked.answer(door);
  }

  receiveGrant({ from, publicKey, box }: Extract<ServerMessage, { kind: 'key-grant' }>): void {
    const asked = this.#asked;
    if (!asked || asked.granter !== from) return;
    const { code, self, room, fault } = this.options;
    const key = openGrant(asked.request, { code, asker: self, granter: from }, publicKey, box);
    const isRight = key !== undefined && checkDescription(key, code, room().description) === 'right';
    if (!isRight) fault('bad-key-grant', 'the key that came does not open this room', from);
    asked.answer(isRight ? key : undefined);
  }

  /** Each joiner begins at a different holder, so that a class does not ask one page only. Members of a ring come first:
   *  they know its door. Where the host decides, only the host is asked. */
  async #askHolders(): Promise<Uint8Array | undefined> {
    const { self, abort, turnedAway } = this.options;
    const holders = this.#holders();
    const first = holders.length > 0 ? parseInt(self.slice(-4), 16) % holders.length : 0;
    const turned = [...holders.slice(first), ...holders.slice(0, first)];
    let left = [...turned.filter(({ inRing }) => inRing), ...turned.filter(({ inRing }) => !inRing)];
    const doors = new Set<RefusingDoor>();
    for (let next = left.shift(); next && !abort.aborted; next = left.shift()) {
      const answer = await this.#ask(next.memberId);
      if (answer instanceof Uint8Array) return answer;
      if (answer === undefined) continue;
      // It could be true of nobody else.
      const hosts = this.#hosts().map(({ memberId }) => memberId); // an answer may say who hosts now
      if (hosts.includes(next.memberId) && (answer === 'refused' || answer === 'locked')) {
        turnedAway?.(answer);
        return undefined;
      }
      doors.add(answer);
      if (answer === 'asks' || answer === 'locked')
        left = left.filter(({ memberId }) => hosts.includes(memberId));
    }
    if (!abort.aborted && (doors.has('asks') || doors.has('locked'))) this.options.waits?.(this.#hosts());
    return undefined;
  }

  /** A host that lets nobody in by itself is asked again for as long as it is there (R21b): its page may have been
   *  reloaded. */
  async #ask(granter: string): Promise<Uint8Array | RefusingDoor | undefined> {
    const { clock, random, abort, send, pass } = this.options;
    const request = requestKey(random);
    let isHeld = false;
    do {
      const wait = waitFor<Uint8Array | RefusingDoor | undefined>(
        clock,
        isHeld ? askAgainMs : grantMs,
        'the room key',
        abort,
      );
      const answered = wait.promise.catch(() => undefined); // late: ask the next holder; aborted: stop
      const answer = (what: Uint8Array | RefusingDoor | undefined): void => {
        const hosts = this.#hosts();
        if (what !== 'asks' || !hosts.some(({ memberId }) => memberId === granter)) return wait.settle(what);
        if (!isHeld) this.options.waits?.(hosts);
        isHeld = true;
      };
      this.#asked = { request, granter, answer };
      const { publicKey } = request;
      const isSent = await send({ kind: 'key-request', to: granter, publicKey, ...(pass && { pass }) });
      if (!isSent) wait.settle(undefined);
      const what = await answered;
      this.#asked = undefined;
      if (what !== undefined || abort.aborted) return what;
    } while (isHeld && this.#hosts().some(({ memberId }) => memberId === granter));
    return undefined;
  }

  #holders(): readonly KeyRoster['members'][number][] {
    return this.options.room().roster.members.filter(({ hasKey, isSelf }) => hasKey && !isSelf);
  }

  #hosts(): readonly KeyRoster['members'][number][] {
    return this.#holders().filter(({ isHost }) => isHost);
  }

  async #pause(): Promise<void> {
    const wait = waitFor<void>(this.options.clock, pauseMs, 'a member with the key', this.options.abort);
    this.#wake = wait.settle;
    await wait.promise.catch(() => {}); // the time is over, or aborted: the caller checks again
    this.#wake = () => {};
  }
}
