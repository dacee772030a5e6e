// One run of the ring lab: the living replicas in this page, links over message ports with an emulated line in between,
// and one collective, which takes the path that a run would take: with a codec whose parts do not add up, a sum is
// gathered; PowerSGD takes two sums. Everything below the lab is the product's own.
import { realClock } from '../../../src/base/clock';
import { waitFor } from '../../../src/base/deadline';
import { prng } from '../../../src/base/prng';
import { planOf, type CollectivePlan } from '../../../src/collectives/collective-plan';
import { gatheredSegment } from '../../../src/collectives/gathered-sum';
import { chunkSpan, segmentCount, segmentSpan } from '../../../src/collectives/schedule';
import type { View } from '../../../src/membership/view';
import { WireLink } from '../../../src/net/link/wire-link';
import { EmulatedWire } from '../../../src/net/wires/emulated-wire';
import { PortWire } from '../../../src/net/wires/port-wire';
import { checkResults, type Outcome, type Verdict } from './check-results';
import { LabReplica, replicaName, type ReplicaView } from './lab-replica';
import {
  edgeName,
  isGatheredSum,
  lineOf,
  livingOf,
  profileOf,
  usedEdges,
  type LabSetup,
  type Line,
} from './lab-setup';
import { sumsOf, type LabSum } from './lab-sums';

const openLimitMs = 5_000;
/** The time after which, in a real ring, membership would have ended the attempt. Until then the others show what they
 *  notice themselves. */
const giveUpAfterMs = 3_000;

/** A frame between two replicas. */
export interface Underway {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly sinceMs: number;
}

export interface RunView {
  readonly state: 'connecting' | 'running' | 'over';
  readonly replicas: readonly ReplicaView[];
  readonly underway: readonly Underway[];
  /** The time from the first start to the last end, while all succeed; so far while it runs. */
  readonly ms: number | undefined;
  /** Payload bytes sent by each living replica. */
  readonly sentBytes: readonly number[];
  /** Payload bytes that arrived at each living replica. */
  readonly receivedBytes: readonly number[];
  readonly verdict: Verdict | undefined;
}

export class LabRun {
  readonly setup: LabSetup;
  /** Settles when every replica has ended. */
  readonly over: Promise<void>;
  readonly #plan: CollectivePlan;
  readonly #replicas: readonly LabReplica[];
  readonly #links = new Map<string, readonly WireLink[]>();
  readonly #ports: MessagePort[] = [];
  readonly #underway = new Map<string, Underway[]>();
  #frames = 0;
  #state: RunView['state'] = 'connecting';
  #verdict: Verdict | undefined;
  #cancelGiveUp: (() => void) | undefined;

  constructor(setup: LabSetup) {
    this.setup = setup;
    const living = livingOf(setup);
    this.#plan = planOf(setup.collective, setup.topology, living.length);
    const members = living.map(replicaName);
    const view: View = { lineage: '00000001', generation: 1, members, ring: members.map((_, i) => i) };
    const onFrame = (from: number, to: number, { byteLength: bytes }: Uint8Array): void => {
      const frame = { id: ++this.#frames, from, to, bytes, sinceMs: realClock.now() };
      this.#way(from, to).push(frame);
    };
    const onArrived = (from: number, to: number): void => void this.#way(from, to).shift();
    this.#replicas = living.map((number) => new LabReplica({ setup, number, view, onFrame, onArrived }));
    this.#expectBytes();
    this.over = this.#run();
  }

  kill(number: number): void {
    this.#replicas.find((replica) => replica.number === number)?.kill();
  }

  /** Sets the line from now on. */
  setLine(one: number, other: number, line: Line): void {
    if (line === 'cut')
      for (const { number, peer } of [
        { number: one, peer: other },
        { number: other, peer: one },
      ])
        this.#replicas.find((replica) => replica.number === number)?.cut(peer);
    else for (const link of this.#links.get(edgeName(one, other)) ?? []) link.emulate(profileOf(line));
  }

  /** Ends it early; idempotent. */
  end(): void {
    for (const replica of this.#replicas) replica.end('the run was stopped');
    for (const port of this.#ports) port.close();
  }

  show(): RunView {
    const times = this.#replicas.map((replica) => replica.times);
    const starts = times.flatMap(({ startedMs = Infinity }) => startedMs);
    const ends = times.map(({ endedMs = realClock.now() }) => endedMs);
    const first = Math.min(...starts);
    return {
      state: this.#state,
      replicas: this.#replicas.map((replica) => replica.show()),
      underway: [...this.#underway.values()].flat(),
      ms: Number.isFinite(first) ? Math.max(...ends) - first : undefined,
      sentBytes: this.#replicas.map((replica) => replica.payloadBytesSent),
      receivedBytes: this.#replicas.map((replica) => replica.payloadBytesReceived),
      verdict: this.#verdict,
    };
  }

  /** The outcomes by position. */
  get outcomes(): readonly Outcome[] {
    return this.#replicas.map(({ outcome }) => outcome);
  }

  async #run(): Promise<void> {
    try {
      await this.#connect();
      this.#state = 'running';
      for (const replica of this.#replicas) replica.start();
      for (const replica of this.#replicas) void replica.ended.then(() => this.#giveUpIfBroken());
      await Promise.all(this.#replicas.map(({ ended }) => ended));
    } finally {
      this.#cancelGiveUp?.();
      this.#state = 'over';
      this.#underway.clear();
      const isWhole = this.#replicas.every((replica) => replica.show().state === 'done');
      if (isWhole) this.#verdict = checkResults(this.#plan, this.outcomes);
      this.end();
    }
  }

  /** One replica has ended, and not well: the sum cannot become whole. */
  #giveUpIfBroken(): void {
    if (this.#cancelGiveUp || this.#replicas.every((replica) => replica.isWell)) return;
    this.#cancelGiveUp = realClock.after(giveUpAfterMs, () => {
      for (const replica of this.#replicas) replica.end('the attempt is over: another replica failed');
    });
  }

  /** Cut edges have no link: a replica that needs one says so. */
  async #connect(): Promise<void> {
    const opened: Promise<void>[] = [];
    for (const [one, other] of usedEdges(this.setup)) {
      const line = lineOf(this.setup, one, other);
      if (line === 'cut') continue;
      const { port1, port2 } = new MessageChannel();
      this.#ports.push(port1, port2);
      const ends = [port1, port2].map((port, end) => {
        const wire = new EmulatedWire(new PortWire(port), realClock, prng('line', one, other, end));
        const peer = replicaName(end === 0 ? other : one);
        const link = new WireLink({ clock: realClock, wire, peer });
        const profile = profileOf(line);
        if (profile) link.emulate(profile);
        this.#replicas
          .find(({ number }) => number === (end === 0 ? one : other))!
          .connect(end === 0 ? other : one, link);
        opened.push(link.opened);
        return link;
      });
      this.#links.set(edgeName(one, other), ends);
    }
    const wait = waitFor<void>(realClock, openLimitMs, 'the links of the lab to open');
    Promise.all(opened).then(() => wait.settle(), wait.reject);
    await wait.promise;
  }

  /** The payload that comes to each position. */
  #expectBytes(): void {
    const sums = sumsOf(this.setup);
    for (const [position, replica] of this.#replicas.entries())
      replica.expect(sums.reduce((bytes, sum) => bytes + this.#bytesTo(position, sum), 0));
  }

  #bytesTo(position: number, { elements, codec }: LabSum): number {
    let bytes = 0;
    if (isGatheredSum(this.setup)) {
      for (let start = 0; start < elements; start += gatheredSegment)
        bytes += codec.encodedBytes(Math.min(gatheredSegment, elements - start));
      return (this.#replicas.length - 1) * bytes;
    }
    for (let chunk = 0; chunk < this.#plan.chunkCount; chunk++) {
      const { children, source } = this.#plan.routeOf(position, chunk);
      const times =
        (this.#plan.climbs ? children.length : 0) + (this.#plan.descends && source !== undefined ? 1 : 0);
      const span = chunkSpan(elements, this.#plan.chunkCount, chunk);
      for (let segment = 0; segment < segmentCount(span); segment++) {
        const { start, end } = segmentSpan(span, segment);
        bytes += times * codec.encodedBytes(end - start);
      }
    }
    return bytes;
  }

  #way(from: number, to: number): Underway[] {
    const name = `${from}>${to}`;
    let way = this.#underway.get(name);
    if (!way) this.#underway.set(name, (way = []));
    return way;
  }
}
