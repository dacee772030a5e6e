// The page's lines to the others in its room: one for everyone its replica wants a link to, and for whoever calls, as long
// as there are not too many. Lines outlive a server that is away, and members that the server has lost: the ring knows
// them still.
import { maxLinks } from '../../train/peers/wanted-links';
import { PeerConnector, type PeerConnectorDeps } from './peer-connector';

export type RoomConnectionsOptions = Omit<PeerConnectorDeps, 'onIdle'>;

export interface RosterPeer {
  readonly id: string;
  readonly name: string;
}

export class RoomConnections {
  readonly #lines = new Map<string, PeerConnector>();
  readonly #host: PeerConnectorDeps;
  #roster: readonly RosterPeer[] = [];

  constructor(readonly options: RoomConnectionsOptions) {
    this.#host = {
      ...options,
      onIdle: (line) => {
        if (this.#lines.get(line.id) === line) this.#lines.delete(line.id);
      },
    };
  }

  /** The peers now at the server: their names. */
  roster(peers: readonly RosterPeer[]): void {
    this.#roster = peers;
    for (const { id, name } of peers) {
      const line = this.#lines.get(id);
      if (line) line.name = name;
    }
  }

  /** Whom the replica wants links to. Others keep theirs until they end. */
  want(peers: readonly string[]): void {
    for (const id of peers) this.#line(id).want(true);
    for (const [id, line] of this.#lines) if (!peers.includes(id)) line.want(false);
  }

  /** An authenticated signal from a member of the room. Who calls unasked when all lines are taken calls again later. */
  signal(from: string, data: unknown): void {
    if (!this.#lines.has(from) && this.#lines.size >= maxLinks) return;
    this.#line(from).signal(data);
    const line = this.#lines.get(from);
    if (line && !line.isWanted && !line.isActive) this.#lines.delete(from);
  }

  packet(from: string, packet: Uint8Array): void {
    this.#lines.get(from)?.packet(packet);
  }

  linkClosed(peer: string, call: number): void {
    this.#lines.get(peer)?.linkClosed(call);
  }

  close(): void {
    for (const line of this.#lines.values()) line.close();
    this.#lines.clear();
  }

  #line(id: string): PeerConnector {
    const known = this.#lines.get(id);
    if (known) return known;
    const name = this.#roster.find((peer) => peer.id === id)?.name ?? id.slice(0, 6);
    const line = new PeerConnector(id, name, this.#host);
    this.#lines.set(id, line);
    return line;
  }
}
