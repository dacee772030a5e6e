// A network in memory, on a manual clock, repeatable from a seed. It has delay, jitter, bandwidth, cuts in one
// direction or both, frozen nodes, and death at any frame. Wires stay ordered and reliable, like data channels: a cut
// delays messages, and only a long cut loses the wire.
import type { Clock } from '../../base/clock';
import { prng, type RandomSource } from '../../base/prng';
import { SimulatedDirection, type Parcel, type PathConditions } from './simulated-direction';
import { SimulatedWire } from './simulated-wire';

export interface SimulatedNetworkOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly random?: RandomSource | undefined;
  /** The conditions of every path without conditions of its own. */
  readonly conditions?: Partial<PathConditions>;
  /** A cut or a death without notice loses the wire after this time, as a failing ICE check does. */
  readonly failAfterMs?: number;
}

interface Node {
  alive: boolean;
  frozen: boolean;
  /** Timers that came due while frozen. */
  readonly overdue: (() => void)[];
  frames: number;
  deathFrame: number;
  deathHasNotice: boolean;
}

const withinMachine: Partial<PathConditions> = {
  delayMs: 0.2,
  jitterMs: 0,
  bytesPerSecond: 64 * 1024 * 1024,
};

export class SimulatedNetwork {
  readonly #clock: Clock;
  readonly #seed: number;
  readonly #random: RandomSource;
  readonly #conditions: PathConditions;
  readonly #failAfterMs: number;
  readonly #nodes = new Map<string, Node>();
  readonly #paths = new Map<string, PathConditions>();
  readonly #wires = new Set<SimulatedWire>();
  /** Node → its machine, where it may share one. */
  readonly #machines = new Map<string, number>();
  #connections = 0;

  constructor(options: SimulatedNetworkOptions) {
    this.#clock = options.clock;
    this.#seed = options.seed;
    this.#random = options.random ?? prng;
    this.#conditions = { delayMs: 1, jitterMs: 0, bytesPerSecond: 32 * 1024 * 1024, ...options.conditions };
    this.#failAfterMs = options.failAfterMs ?? 15_000;
  }

  /** A new pair of wires: the first is `a`'s end. */
  connect(a: string, b: string): readonly [SimulatedWire, SimulatedWire] {
    const number = this.#connections++;
    const machine = this.#machines.get(a);
    const kind = machine !== undefined && machine === this.#machines.get(b) ? 'tab' : 'simulated';
    const wireA = new SimulatedWire(this, a, b, kind);
    const wireB = new SimulatedWire(this, b, a, kind);
    wireA.join(wireB, this.#direction(a, b, number, wireA, wireB));
    wireB.join(wireA, this.#direction(b, a, number, wireB, wireA));
    this.#wires.add(wireA).add(wireB);
    return [wireA, wireB];
  }

  /** Wires of this node to others on the same machine are tabs' from now on: near, and fast. */
  placeOn(machine: number, name: string): void {
    for (const [other, its] of this.#machines)
      if (its === machine)
        for (const path of [pathKey(name, other), pathKey(other, name)])
          this.#paths.set(path, { ...this.#conditions, ...withinMachine });
    this.#machines.set(name, machine);
  }

  /** The node's clock: its timers wait while it is frozen, and end with its death. */
  clockOf(name: string): Clock {
    const node = this.#node(name);
    return {
      now: () => this.#clock.now(),
      epochMs: () => this.#clock.epochMs(),
      after: (ms, action) => {
        let cancelled = false;
        const cancel = this.#clock.after(ms, () => {
          if (!node.alive || cancelled) return;
          if (node.frozen) node.overdue.push(() => !cancelled && action());
          else action();
        });
        return () => {
          cancelled = true;
          cancel();
        };
      },
    };
  }

  isAlive(name: string): boolean {
    return this.#node(name).alive;
  }

  /** Sets the conditions of messages that `from` sends to `to` from now on. */
  setConditions(from: string, to: string, conditions: Partial<PathConditions>): void {
    const next = { ...this.#conditionsOf(from, to), ...conditions };
    this.#paths.set(pathKey(from, to), next);
    for (const wire of this.#wiresFrom(from, to)) wire.outgoing.conditions = next;
  }

  /** Stops messages from `from` to `to`; the other direction stays. */
  cutOneWay(from: string, to: string): void {
    for (const wire of this.#wiresFrom(from, to)) {
      if (wire.outgoing.isCut) continue;
      wire.outgoing.cut();
      wire.failAfter(this.#failAfterMs);
    }
  }

  cut(a: string, b: string): void {
    this.cutOneWay(a, b);
    this.cutOneWay(b, a);
  }

  /** Cuts every wire between a node of one group and a node of the other. */
  partition(left: readonly string[], right: readonly string[]): void {
    for (const a of left) for (const b of right) this.cut(a, b);
  }

  /** Ends the cuts of both directions; delayed messages continue. */
  restore(a: string, b: string): void {
    for (const wire of [...this.#wiresFrom(a, b), ...this.#wiresFrom(b, a)]) wire.outgoing.restore();
  }

  restoreAll(): void {
    for (const wire of this.#wires) wire.outgoing.restore();
  }

  /** A death with notice closes the peers' wires at once, as when a tab ends. Without it they become silent, then fail. */
  kill(name: string, { notice }: { readonly notice: boolean }): void {
    const node = this.#node(name);
    if (!node.alive) return;
    node.alive = false;
    for (const wire of [...this.#wires]) if (wire.from === name) wire.die(notice, this.#failAfterMs);
  }

  /** Kills the node when it has sent and received this many frames in all, counted from the network's start. */
  killAtFrame(name: string, frame: number, options: { readonly notice: boolean }): void {
    const node = this.#node(name);
    node.deathFrame = frame;
    node.deathHasNotice = options.notice;
  }

  framesOf(name: string): number {
    return this.#node(name).frames;
  }

  /** A sleeping tab: nothing arrives and no timer runs until `thaw`. */
  freeze(name: string): void {
    this.#node(name).frozen = true;
  }

  thaw(name: string): void {
    const node = this.#node(name);
    node.frozen = false;
    for (const action of node.overdue.splice(0)) action();
    for (const wire of this.#wires) if (wire.to === name) wire.outgoing.resume();
  }

  /** Whether code of this node may run now; wires ask. */
  isAwake(name: string): boolean {
    const node = this.#node(name);
    return node.alive && !node.frozen;
  }

  /** Counts frames of wires, and kills the node at its death frame. */
  countFrame(name: string): void {
    const node = this.#node(name);
    if (++node.frames === node.deathFrame) this.kill(name, { notice: node.deathHasNotice });
  }

  /** A timer of the network, not of a node; wires use it. */
  after(ms: number, action: () => void): () => void {
    return this.#clock.after(ms, action);
  }

  /** Both ends of a wire have closed. */
  forget(a: SimulatedWire, b: SimulatedWire): void {
    this.#wires.delete(a);
    this.#wires.delete(b);
  }

  #direction(from: string, to: string, number: number, sender: SimulatedWire, receiver: SimulatedWire) {
    const ends = {
      canArrive: () => receiver.canArrive(),
      arrive: (parcel: Parcel) => receiver.arrive(parcel),
      drain: () => sender.drained(),
    };
    const random = this.#random(this.#seed, 'path', from, to, number);
    return new SimulatedDirection(this.#clock, random, ends, this.#conditionsOf(from, to), from, to);
  }

  #conditionsOf(from: string, to: string): PathConditions {
    return this.#paths.get(pathKey(from, to)) ?? this.#conditions;
  }

  #wiresFrom(from: string, to: string): SimulatedWire[] {
    return [...this.#wires].filter((wire) => wire.from === from && wire.to === to);
  }

  #node(name: string): Node {
    let node = this.#nodes.get(name);
    if (!node) {
      node = { alive: true, frozen: false, overdue: [], frames: 0, deathFrame: 0, deathHasNotice: false };
      this.#nodes.set(name, node);
    }
    return node;
  }
}

function pathKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
