// The page's connectors. Every peer that the replica wants a link to has one, and so has every peer that calls, up to a
// limit. A connector outlives a server outage, and the server's loss of its peer.
import { maxLinks } from '../../train/peers/wanted-links';
import type { ConnectorDeps } from './connector-deps';
import { PeerConnector } from './peer-connector';

export interface RosterPeer {
  readonly id: string;
  readonly name: string;
}

export class RoomConnections {
  readonly #connectors = new Map<string, PeerConnector>();
  #roster: readonly RosterPeer[] = [];

  constructor(private readonly deps: ConnectorDeps) {}

  /** The peers now at the server, with their names. */
  roster(peers: readonly RosterPeer[]): void {
    this.#roster = peers;
    for (const { id, name } of peers) this.#connectors.get(id)?.rename(name);
  }

  /** The peers that the replica wants links to. Others keep their link until it ends. */
  want(peers: readonly string[]): void {
    for (const id of peers) this.#connector(id).want(true);
    for (const [id, connector] of this.#connectors) if (!peers.includes(id)) connector.want(false);
  }

  /** The host may have changed how tabs of one browser are linked. */
  relink(): void {
    for (const connector of this.#connectors.values()) void connector.relink();
  }

  /** An authenticated signal from a member of the room. A stranger that finds no free connector calls again later (L16e). */
  receive(from: string, data: unknown): void {
    if (!this.#connectors.has(from) && this.#connectors.size >= maxLinks) return;
    const connector = this.#connector(from);
    connector.receive(data);
    if (!connector.isWanted && !connector.isActive) this.#forget(connector);
  }

  receivePacket(from: string, packet: Uint8Array): void {
    this.#connectors.get(from)?.receivePacket(packet);
  }

  linkClosed(peer: string, call: number): void {
    this.#connectors.get(peer)?.linkClosed(call);
  }

  close(): void {
    for (const connector of this.#connectors.values()) connector.close();
    this.#connectors.clear();
  }

  #connector(id: string): PeerConnector {
    const known = this.#connectors.get(id);
    if (known) return known;
    const name = this.#roster.find((peer) => peer.id === id)?.name ?? id.slice(0, 6);
    const connector: PeerConnector = new PeerConnector(id, name, this.deps, () => this.#forget(connector));
    this.#connectors.set(id, connector);
    return connector;
  }

  #forget(connector: PeerConnector): void {
    if (this.#connectors.get(connector.peer) === connector) this.#connectors.delete(connector.peer);
  }
}
