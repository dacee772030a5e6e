// Whether this replica is its room's host: by the token of the room's creator, or by one that came by a link, once the
// room's document names it the heir and the ring's state makes it the host (H15). Invariant: at most one offer of hosting is out, and only its maker holds its token.
import { say, type Saying } from '../../base/sayings';
import { secureRandom } from '../../base/random-bytes';
import { hostKeysFromToken, newHostKeys, type HostKeys } from '../../net/room/signed-command';
import type { HostCommand } from '../protocol';
import type { ToWorker } from './worker-messages';

export interface HostingWays {
  /** Signs the command and sends it to the ring, or changes the room's document. */
  send(command: HostCommand): void;
  /** This replica hosts from now on. */
  tookOver(): void;
  notice(level: 'good' | 'warning', says: Saying): void;
}

export class Hosting {
  readonly #ownKey: string | undefined;
  #offered: HostKeys | undefined;
  #wasHost: boolean;
  #hasHosted: boolean;
  #asked: string | undefined;

  constructor(
    readonly begun: Pick<ToWorker & { kind: 'begin' }, 'hostToken' | 'hostPublicKey'>,
    /** Public keys: who hosts by the ring's state, if not the creator, and whom the host names its heir. */
    readonly room: () => { readonly host?: string | undefined; readonly heir?: string | null | undefined },
    readonly ways: HostingWays,
  ) {
    this.#ownKey =
      begun.hostToken === undefined ? undefined : hostKeysFromToken(begun.hostToken)?.hostPublicKey;
    this.#wasHost = this.#hasHosted = this.isHost;
  }

  get isHost(): boolean {
    return this.#ownKey !== undefined && this.#ownKey === (this.room().host ?? this.begun.hostPublicKey);
  }

  /** This replica hosted before, and another does now. */
  get hasMoved(): boolean {
    return this.#hasHosted && !this.isHost;
  }

  /** The secret of the offer that is out, where this replica made it. */
  get heirToken(): string | undefined {
    return this.#offered && this.#offered.hostPublicKey === this.room().heir
      ? this.#offered.hostToken
      : undefined;
  }

  /** A command of this replica's person, who must be the host. */
  submit(command: HostCommand): void {
    if (this.isHost || (command.kind === 'take-over' && this.#ownKey !== undefined)) this.ways.send(command);
    else this.ways.notice('warning', say('only-host'));
  }

  /** The public key of a new offer; null: none from now on. */
  offer(isOffered: boolean): string | null {
    this.#offered = isOffered ? newHostKeys(secureRandom) : undefined;
    return this.#offered?.hostPublicKey ?? null;
  }

  /** The ring's state or the room's document may be another. */
  look(): void {
    const { heir } = this.room();
    if (heir && heir === this.#ownKey && heir !== this.#asked) {
      this.#asked = heir;
      this.ways.send({ kind: 'take-over', host: heir });
    }
    const { isHost } = this;
    if (isHost === this.#wasHost) return;
    this.#wasHost = isHost;
    this.#hasHosted = true;
    if (isHost) this.ways.tookOver();
    if (isHost) this.ways.notice('good', say('hosts-now'));
    else this.ways.notice('warning', say('hosts-no-more'));
  }
}
