// Boards of several members on a manual clock. What one says reaches another at the next turn of `settle`; links open, close
// and lose nothing meanwhile.
import { ManualClock } from '../../base/clock';
import { claimPass, newPass, passOf } from '../../net/room/pass';
import { newHostKeys } from '../../net/room/signed-command';
import type { RoomCommand } from '../edit-room';
import { RoomBoard } from '../room-board';
import type { RoomMessage } from '../room-message';

export const code = 'ABC234';
export const hostKeys = newHostKeys();
/** When all came to the room. */
export const cameMs = 500;

export const idOf = (index: number): string => index.toString(16).padStart(16, '0');

interface Sent {
  readonly from: string;
  readonly to: string;
  readonly message: RoomMessage;
}

export class BoardScene {
  readonly clock = new ManualClock();
  readonly boards = new Map<string, RoomBoard>();
  readonly refused: string[] = [];
  /** All that was said. */
  readonly said: Sent[] = [];
  /** The view of each member. */
  readonly views = new Map<string, readonly string[]>();
  /** The host as each member knows it. */
  readonly hosts = new Map<string, string | undefined>();
  /** The number as all members know it. */
  beganAfter = 0;
  /** Whom the host removed. */
  readonly removed = new Set<string>();
  readonly #passes = new Map<string, string>();
  readonly #links = new Map<string, Set<string>>();
  #queue: Sent[] = [];
  #version = 1_000;

  /** `count` members of one view; all are linked, unless `links` says which. */
  constructor(count: number, links?: readonly (readonly [number, number])[]) {
    const ids = Array.from({ length: count }, (_, index) => idOf(index));
    for (const id of ids) {
      this.#passes.set(id, newPass());
      this.views.set(id, ids);
      this.hosts.set(id, hostKeys.hostPublicKey);
      this.#links.set(id, new Set());
    }
    for (const id of ids) this.boards.set(id, this.#board(id));
    const all = ids.flatMap((_, a) => ids.slice(0, a).map((_other, b) => [a, b] as const));
    for (const [a, b] of links ?? all) this.link(a, b);
  }

  at(index: number): RoomBoard {
    return this.boards.get(idOf(index))!;
  }

  claimOf(id: string) {
    return claimPass(this.#passes.get(id)!, code, id)!;
  }

  secretOf(id: string): string {
    return this.#passes.get(id)!;
  }

  link(a: number, b: number): void {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      this.#links.get(idOf(one))!.add(idOf(other));
      this.at(one).opened(idOf(other));
    }
  }

  cut(a: number, b: number): void {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      this.#links.get(idOf(one))!.delete(idOf(other));
      this.at(one).closed(idOf(other));
    }
    this.#queue = this.#queue.filter(({ from, to }) => this.#links.get(from)!.has(to));
  }

  /** The host's device is that of this member. */
  publish(command: RoomCommand, index = 0): void {
    this.at(index).edit(command, this.signer());
  }

  signer(hostToken = hostKeys.hostToken) {
    return { hostToken, nextVersion: () => this.#version++ };
  }

  /** Until nobody has anything to say. */
  settle(): void {
    for (let turn = 0; this.#queue.length > 0; turn++) {
      if (turn > 10_000) throw new Error('the boards talk without end');
      const [{ from, to, message }, ...rest] = this.#queue;
      this.#queue = rest;
      this.boards.get(to)!.take(from, JSON.parse(JSON.stringify(message)));
    }
  }

  runFor(ms: number): void {
    const endMs = this.clock.now() + ms;
    this.clock.after(ms, () => undefined);
    while (this.clock.now() < endMs && this.clock.runNext()) this.settle();
  }

  #board(self: string): RoomBoard {
    const claim = this.claimOf(self);
    return new RoomBoard({
      ...{ self, code, clock: this.clock },
      host: () => this.hosts.get(self),
      beganAfter: () => this.beganAfter,
      members: () => this.views.get(self)!,
      olderThan: cameMs,
      wasRemoved: (peer) => this.removed.has(peer),
      passOf: (member) => passOf(this.claimOf(member), code, member),
      pass: () => ({ claim, secret: this.secretOf(self) }),
      send: (to, message) => {
        const sent = { from: self, to, message };
        this.said.push(sent);
        if (this.#links.get(self)!.has(to)) this.#queue.push(sent);
      },
      refuse: (peer, why) => this.refused.push(`${peer}: ${why}`),
    });
  }
}
