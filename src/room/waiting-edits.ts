// The host's changes of the room that are not in a version yet (D6). They wait until this member is in a view, and until
// nothing newer is on its way to it; those of a quarter of a second become one version.
import * as v from 'valibot';
import type { Clock } from '../base/clock';
import { hostKeysFromToken } from '../net/room/signed-command';
import { editRoom, fromFormerHost, type RoomCommand } from './edit-room';
import { newRoom, roomDocument } from './room-document';
import type { GivenAnswer } from './room-question';
import { editionOf, signDocument, type HeldDocument } from './signed-document';

/** How the host's device signs its changes. */
export interface HostSigner {
  readonly hostToken: string;
  /** A number above all that it gave before, also before its page was loaded again. */
  nextVersion(): number;
}

export interface WaitingEditsDeps {
  readonly code: string;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** The public key of the room's host; undefined: this member follows no state, or is in no view. */
  host(): string | undefined;
  /** A neighbour has not said what it holds, or a newer document is on its way. */
  isBehind(): boolean;
  held(): HeldDocument | undefined;
  /** What each member of the view has answered. */
  given(): readonly (GivenAnswer | undefined)[];
  /** The highest number of a document of an earlier ring. */
  beganAfter(): number;
  publish(next: HeldDocument): void;
}

interface Edit {
  /** Undefined: what is held is signed again. */
  readonly command: RoomCommand | undefined;
  readonly signer: HostSigner;
  readonly sinceMs: number;
}

/** Until a member that names a version, or may hold one, is not waited for any longer. */
export const patienceMs = 5_000;
/** Changes within this time go out as one version. */
export const publishEveryMs = 250;
/** The most changes that wait for a view. */
const mostWaiting = 64;

export class WaitingEdits {
  #edits: readonly Edit[] = [];
  #publishedMs = -Infinity;
  #cancel = (): void => undefined;

  constructor(readonly deps: WaitingEditsDeps) {}

  add(command: RoomCommand | undefined, signer: HostSigner): void {
    this.#edits = [...this.#edits, { command, signer, sinceMs: this.deps.clock.now() }].slice(-mostWaiting);
    this.look();
  }

  look(): void {
    this.#cancel();
    const { clock, host, isBehind, publish } = this.deps;
    const [first] = this.#edits;
    const hostKey = host();
    if (!first || hostKey === undefined) return;
    const nowMs = clock.now();
    const patientMs = isBehind() ? first.sinceMs + patienceMs : nowMs;
    const dueMs = Math.max(patientMs, this.#publishedMs + publishEveryMs);
    if (nowMs < dueMs) {
      this.#cancel = clock.after(dueMs - nowMs, () => this.look());
      return;
    }
    const next = this.#next(hostKey);
    this.#edits = [];
    if (!next) return;
    this.#publishedMs = nowMs;
    publish(next);
  }

  end(): void {
    this.#cancel();
    this.#edits = [];
  }

  /** undefined: nothing is new, or this device hosts no more. */
  #next(host: string): HeldDocument | undefined {
    const { code, held: heldNow, given, beganAfter } = this.deps;
    const held = heldNow();
    const answers = given();
    const before = held?.document ?? newRoom;
    const document = this.#edits.reduce(
      (room, { command }) => (command ? editRoom(room, command, answers) : room),
      held?.by === host ? before : fromFormerHost(before),
    );
    const { hostToken, nextVersion } = this.#edits.at(-1)!.signer;
    if (hostKeysFromToken(hostToken)?.hostPublicKey !== host || !v.is(roomDocument, document))
      return undefined;
    const body = JSON.stringify(document);
    const isAsBefore = held ? held.envelope.body === body && held.by === host : body === '{}';
    if (isAsBefore) return undefined;
    const version = Math.max(nextVersion(), (held?.version ?? 0) + 1, beganAfter() + 1);
    const envelope = signDocument(hostToken, code, version, body);
    return { ...editionOf(envelope), document, by: host, envelope };
  }
}
