// One end of a simulated wire. It belongs to a node: the end receives only while the node is alive and awake and the wire
// is started. The network decides that; the direction decides when messages arrive.
import { assert } from '../../base/assert';
import type { Channel, LinkKind } from '../link/link';
import { linkByte } from '../link/link-message';
import type { Parcel, SimulatedDirection } from './simulated-direction';
import type { SimulatedNetwork } from './simulated-network';
import type { Wire, WireEvents } from '../link/wire';

export class SimulatedWire implements Wire {
  outgoing!: SimulatedDirection;
  #other!: SimulatedWire;
  #events: WireEvents | undefined;
  #closed = false;
  #cancelFailure: (() => void) | undefined;

  constructor(
    private readonly network: SimulatedNetwork,
    readonly from: string,
    readonly to: string,
    readonly kind: LinkKind,
  ) {}

  join(other: SimulatedWire, outgoing: SimulatedDirection): void {
    this.#other = other;
    this.outgoing = outgoing;
  }

  start(events: WireEvents): void {
    assert(!this.#events, 'a wire is started once');
    this.#events = events;
    if (this.network.isAlive(this.from)) this.outgoing.send({ kind: 'open' });
    this.#other.outgoing.resume();
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    if (this.#closed) return false;
    // A dead node's code runs on until its turn ends; nothing that it sends leaves.
    if (!this.network.isAlive(this.from)) return true;
    this.outgoing.send({ kind: 'message', channel, bytes: bytes.slice() });
    if (bytes[0] < linkByte) this.network.countFrame(this.from);
    return true;
  }

  bufferedAmount(channel: Channel): number {
    return channel === 'bulk' ? this.outgoing.bufferedBytes() : 0;
  }

  drainBelow(bytes: number): void {
    this.outgoing.drainBelow(bytes);
  }

  close(): void {
    if (this.#closed) return;
    if (this.network.isAlive(this.from))
      this.outgoing.send({ kind: 'close', why: 'the peer closed the wire' });
    this.#end();
  }

  canArrive(): boolean {
    // A dead node or a closed end takes parcels and drops them.
    return (
      this.#closed || !this.network.isAlive(this.from) || (!!this.#events && this.network.isAwake(this.from))
    );
  }

  arrive(parcel: Parcel): void {
    if (this.#closed || !this.network.isAlive(this.from)) return;
    switch (parcel.kind) {
      case 'open':
        return this.#events?.open();
      case 'message':
        if (parcel.bytes[0] < linkByte) this.network.countFrame(this.from);
        if (this.network.isAlive(this.from)) this.#events?.message(parcel.channel, parcel.bytes);
        return;
      case 'close':
        return this.lose(parcel.why);
      default:
        return parcel satisfies never;
    }
  }

  drained(): void {
    if (!this.#closed && this.network.isAwake(this.from)) this.#events?.drain();
  }

  lose(why: string): void {
    if (this.#closed) return;
    this.#end();
    if (this.network.isAlive(this.from)) this.#events?.lost(why);
  }

  /** Both ends are lost unless this direction is restored in time. */
  failAfter(ms: number): void {
    this.#cancelFailure?.();
    this.#cancelFailure = this.network.after(ms, () => {
      if (!this.outgoing.isCut) return;
      this.lose('nothing got through any more');
      this.#other.lose('nothing got through any more');
    });
  }

  die(notice: boolean, failAfterMs: number): void {
    this.outgoing.dropUnsent();
    if (notice) this.outgoing.send({ kind: 'close', why: 'the peer ended' });
    else this.network.after(failAfterMs, () => this.#other.lose('the peer fell silent'));
    this.#end();
  }

  #end(): void {
    this.#closed = true;
    this.#cancelFailure?.();
    if (this.#other.#closed) this.network.forget(this, this.#other);
  }
}
