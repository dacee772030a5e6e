// The page's lines to the others in its room: one for everyone at the server or in the ring, and for whoever calls. Lines
// outlive a server that is away, and members that the server has lost: the ring knows them still.
import { PeerLine, type LineHost } from './peer-line';

export type RoomConnectionsOptions = Omit<LineHost, 'onIdle'>;

export interface RosterPeer {
  readonly id: string;
  readonly name: string;
}

export class RoomConnections {
  readonly #lines = new Map<string, PeerLine>();
  readonly #host: LineHost;
  #roster: readonly RosterPeer[] = [];
  #members: readonly string[] = [];

  constructor(readonly options: RoomConnectionsOptions) {
    this.#host = {
      ...options,
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

  /** The members of the view this replica lives in; none outside. */
  ring(members: readonly string[]): void {
    this.#members = members;
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
    const wanted = new Set([...this.#roster.map(({ id }) => id), ...this.#members]);
    wanted.delete(this.options.self);
    for (const id of wanted) this.#line(id).want(true);
    for (const [id, line] of this.#lines) if (!wanted.has(id)) line.want(false);
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
