// Passes sealed packets on between two members of one room (R13). A packet is answered when the receiver's page has it,
// or later where the budgets ask for a slower pace (R13a). An honest sender keeps to a window, so late answers slow it
// down. Invariant: at most `maxPairBytes` of a pair and `maxSenderBytes` of a sender are on their way; nothing else is
// kept (R13b).
import type { Clock } from '../base/clock';
import { ok } from '../base/result';
import { BucketTable } from '../base/bucket-table';
import { Tally } from '../base/tally';
import { maxRelayPacketBytes, type Reply, type RoomRefusal, roomRefusal } from '../net/room/room-messages';
import { FairPace } from './fair-pace';
import { relayRule, relayTotalRule } from './limits';

/** Three times the window of a relayed link, so that control always finds room. */
const maxPairBytes = 768 * 1024;
const maxSenderBytes = 4 * 1024 * 1024;
/** The least cost of a packet: a flood of tiny packets is a flood too. */
const minCostBytes = 1024;

type Addressed =
  | { readonly ok: true; readonly value: { readonly from: string; readonly target: string } }
  | RoomRefusal;

export class RelayDesk {
  /** Packets on their way: target connection → functions to call when it ends. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Bytes on their way, by `sender` and by `sender target`. */
  readonly #underway = new Tally<string>();
  readonly #budgets: BucketTable;
  readonly #total: FairPace;

  constructor(
    readonly clock: Clock,
    readonly deliver: (target: string, from: string, packet: Uint8Array, taken: () => void) => unknown,
  ) {
    this.#budgets = new BucketTable(relayRule, clock);
    this.#total = new FairPace(relayTotalRule, Math.max(minCostBytes, maxRelayPacketBytes), clock);
  }

  close(): void {
    this.#total.close();
  }

  /** `from`: the sender's connection and its address. */
  pass(
    { connection: sender, address }: { readonly connection: string; readonly address: string },
    to: unknown,
    packet: unknown,
    where: (to: string) => Addressed,
    reply: (answer: Reply) => void,
  ): void {
    if (typeof to !== 'string' || to.length > 16 || !(packet instanceof Uint8Array) || packet.length === 0)
      return reply(roomRefusal('malformed', 'not a packet to a member'));
    if (packet.byteLength > maxRelayPacketBytes)
      return reply(roomRefusal('too-large', `a packet holds at most ${maxRelayPacketBytes} bytes`));
    const found = where(to);
    if (!found.ok) return reply(found);
    const { from, target } = found.value;
    const cost = Math.max(minCostBytes, packet.byteLength);
    const pair = `${sender} ${target}`;
    if (this.#underway.of(pair) + cost > maxPairBytes || this.#underway.of(sender) + cost > maxSenderBytes)
      return reply(roomRefusal('rate-limited', 'too much on its way: wait for the answers'));

    const dueMs = this.clock.now() + this.#budgets.charge(sender, cost);
    this.#underway.add(pair, cost);
    this.#underway.add(sender, cost);
    const waiting = this.#waiting.get(target) ?? new Set();
    this.#waiting.set(target, waiting);
    let isSettled = false;
    const settle = (answer: Reply): void => {
      if (isSettled) return;
      isSettled = true;
      waiting.delete(lose);
      this.#underway.add(pair, -cost);
      this.#underway.add(sender, -cost);
      reply(answer);
    };
    const lose = (): void => settle(roomRefusal('no-such-peer', `${to} has left`));
    waiting.add(lose);
    let [isTaken, isPaid] = [false, false];
    const answer = (): void => {
      if (!isTaken || !isPaid) return;
      const leftMs = dueMs - this.clock.now();
      if (leftMs <= 0) settle(ok(null));
      else this.clock.after(leftMs, () => settle(ok(null)));
    };
    this.#total.pay(address, cost, () => {
      isPaid = true;
      answer();
    });
    this.deliver(target, from, packet, () => {
      isTaken = true;
      answer();
    });
  }

  /** A connection has ended: it will not answer the packets on their way to it. */
  disconnected(connection: string): void {
    this.#budgets.drop(connection);
    for (const lose of [...(this.#waiting.get(connection) ?? [])]) lose();
    this.#waiting.delete(connection);
  }
}
