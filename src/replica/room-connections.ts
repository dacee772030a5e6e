// The page's lines to the others in its room: one for everyone it wants to be linked to, and for whoever calls. Lines
// outlive a server that is away, and members that the server has lost: the ring knows them still.
import { PeerLine, type LineHost } from './peer-line';
import { wantedPeers } from './wanted-peers';

export interface RoomConnectionsOptions extends Omit<LineHost, 'mayAccept' | 'onIdle'> {
  /** Ends the link in the Worker; the line follows. */
  readonly unlink: (peer: string, why: string) => void;
}

export interface RosterPeer {
  readonly id: string;
  readonly name: string;
  readonly inRing: boolean;
}

/** Links that nobody needs are chords to spare, up to here. */
const keptConnections = 12;
/** More come only from those that the ring needs. */
const maxConnections = 16;

export class RoomConnections {
  readonly #lines = new Map<string, PeerLine>();
  readonly #host: LineHost;
  #roster: readonly RosterPeer[] = [];
  #ring: { readonly members: readonly string[]; readonly needed: readonly string[] } = { members: [], needed: [] }; // prettier-ignore

  constructor(readonly options: RoomConnectionsOptions) {
    this.#host = {
      ...options,
      mayAccept: () => this.#active().length < maxConnections,
      onIdle: (line) => {
        if (this.#lines.get(line.id) === line) this.#lines.delete(line.id);
      },
    };
  }

  /** The peers now at the server. */
  roster(peers: readonly RosterPeer[]): void {
    this.#roster = peers;
    for (const { id, name } of peers) {
      const line = this.#lines.get(id);
      if (line) line.name = name;
    }
    this.#aim();
  }

  /** The view this replica lives in, and whom it needs links to. */
  ring(members: readonly string[], needed: readonly string[]): void {
    this.#ring = { members, needed };
    this.#aim();
  }

  /** An authenticated signal from a member of the room. */
  signal(from: string, data: unknown): void {
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

  #aim(): void {
    const { self, unlink } = this.options;
    const wanted = wantedPeers({ self, roster: this.#roster, ...this.#ring });
    for (const id of wanted) this.#line(id).want(true);
    for (const [id, line] of this.#lines) if (!wanted.has(id)) line.want(false);
    const { members } = this.#ring;
    const spare = this.#active().filter(({ id, isWanted }) => !isWanted && members.includes(id));
    for (const { id } of spare.slice(0, Math.max(0, this.#active().length - keptConnections)))
      unlink(id, 'no longer needed');
  }

  #active(): PeerLine[] {
    return [...this.#lines.values()].filter(({ isActive }) => isActive);
  }

  #line(id: string): PeerLine {
    const known = this.#lines.get(id);
    if (known) return known;
    const name = this.#roster.find((peer) => peer.id === id)?.name ?? id.slice(0, 6);
    const line = new PeerLine(id, name, this.#host);
    this.#lines.set(id, line);
    return line;
  }
}
