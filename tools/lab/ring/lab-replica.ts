// One replica of the ring lab: its links, its router and its collectives, as the product has them.
import { logged } from '../../../src/base/sayings';
import { FrameRouter } from '../../../src/collectives/frame-router';
import { readReduceFrame } from '../../../src/collectives/reduce-frame';
import type { TransferTimings } from '../../../src/collectives/transfer-log';
import type { View } from '../../../src/membership/view';
import { decodeFrame } from '../../../src/net/frame/frame';
import { LinkClosedError, type Link, type Received } from '../../../src/net/link/link';
import type { Outcome } from './check-results';
import { contributionOf, elementsOf, type LabSetup } from './lab-setup';
import { stagesOf, type Stage } from './lab-stages';
import { factorPlanOf, isLossy } from './lab-sums';

export type ReplicaState = 'ready' | 'running' | 'done' | 'failed' | 'killed';

export interface ReplicaView {
  readonly number: number;
  readonly state: ReplicaState;
  /** The share of the payload for this replica that has arrived; 0 to 1. */
  readonly received: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly waitsFor: readonly string[];
  /** The reason of a failed one. */
  readonly why: string | undefined;
}

export function replicaName(number: number): string {
  return `Replica ${number}`;
}

export interface LabReplicaOptions {
  readonly setup: LabSetup;
  readonly number: number;
  readonly view: View;
  readonly onFrame: (from: number, to: number, frame: Uint8Array) => void;
  readonly onArrived: (from: number, to: number) => void;
}

export class LabReplica {
  readonly number: number;
  readonly outcome: Outcome;
  readonly #options: LabReplicaOptions;
  /** Settles when its sums have ended, in any way. */
  readonly ended: Promise<void>;
  readonly #stages: readonly Stage[];
  readonly #router = new FrameRouter();
  readonly #links = new Map<number, Link>();
  #state: ReplicaState = 'ready';
  #why: string | undefined;
  #expectedBytes = 0;
  readonly #cut = new Set<number>();

  constructor(options: LabReplicaOptions) {
    const { setup, number, view } = options;
    this.#options = options;
    this.number = number;
    const room = (): Float32Array => new Float32Array(elementsOf(setup));
    this.outcome = {
      part: contributionOf(setup, number),
      result: room(),
      dropped: isLossy(setup) ? room() : undefined,
      products: factorPlanOf(setup) ? room() : undefined,
    };
    this.#router.setView(view);
    const send = (to: string, bytes: Uint8Array): Promise<void> => this.#send(numberOf(view, to), bytes);
    this.#stages = stagesOf({ setup, view, self: replicaName(number), outcome: this.outcome, send });
    for (const { collective } of this.#stages) this.#router.register(collective);
    const whole = this.#stages.map((stage) => stage.collective.done.then(stage.whole));
    this.ended = Promise.all(whole).then(
      () => {
        if (this.#state === 'running') this.#state = 'done';
      },
      (error: Error) => this.#fail(error),
    );
  }

  get isWell(): boolean {
    return this.#state !== 'failed' && this.#state !== 'killed';
  }

  connect(peer: number, link: Link): void {
    this.#links.set(peer, link);
    link.receive((frame) => this.#received(peer, frame));
    void link.closed.then((reason) => {
      const name = replicaName(peer);
      // C8: neither end knows which frames were lost.
      if (this.#stages.some(({ collective: one }) => one.waitsFor.includes(name) || one.sendsTo(name)))
        this.#abort(new LinkClosedError(reason));
    });
  }

  start(): void {
    if (this.#state !== 'ready') return;
    this.#state = 'running';
    let before: Promise<void> | undefined;
    for (const { collective, fill } of this.#stages) {
      const begin = (): void => {
        fill();
        collective.start();
      };
      if (before) before.then(begin).catch((error: Error) => this.#abort(error));
      else begin();
      before = collective.done;
    }
  }

  /** The edge to the peer is no longer there. */
  cut(peer: number): void {
    this.#cut.add(peer);
    this.#links.get(peer)?.close(`the edge to ${replicaName(this.number)} was cut`);
  }

  /** The replica ends as a closed tab does: every link ends at once. */
  kill(): void {
    this.#state = 'killed';
    this.#abort(new Error('killed'));
    for (const link of this.#links.values()) link.close(`${replicaName(this.number)} was killed`);
  }

  end(why: string): void {
    this.#abort(new Error(why));
    for (const link of this.#links.values()) link.close();
  }

  get times(): { readonly startedMs: number | undefined; readonly endedMs: number | undefined } {
    const all = this.#timings;
    return { startedMs: all[0].startedMs, endedMs: all[all.length - 1].endedMs };
  }

  /** Payload bytes that it sent. */
  get payloadBytesSent(): number {
    return total(this.#timings.map((one) => one.payloadBytesSent));
  }

  /** Payload bytes that arrived at it. */
  get payloadBytesReceived(): number {
    return total(this.#timings.map((one) => one.payloadBytesReceived));
  }

  expect(bytes: number): void {
    this.#expectedBytes = bytes;
  }

  show(): ReplicaView {
    const all = this.#timings;
    const isDone = this.#state === 'done';
    const whole = this.#expectedBytes;
    const now = this.#stages.find((_, at) => all[at].endedMs === undefined);
    return {
      ...{ number: this.number, state: this.#state, why: this.#why },
      bytesSent: total(all.map((one) => one.bytesSent)),
      bytesReceived: total(all.map((one) => one.bytesReceived)),
      received: whole > 0 ? this.payloadBytesReceived / whole : Number(isDone),
      waitsFor: this.#state === 'running' && now ? now.collective.waitsFor : [],
    };
  }

  get #timings(): readonly TransferTimings[] {
    return this.#stages.map(({ collective }) => collective.timings());
  }

  async #send(to: number, bytes: Uint8Array): Promise<void> {
    const link = this.#links.get(to);
    if (!link || this.#cut.has(to)) throw new Error(`the edge to ${replicaName(to)} is cut`);
    this.#options.onFrame(this.number, to, bytes);
    await link.send('bulk', bytes);
  }

  #received(from: number, frame: Received): void {
    this.#options.onArrived(from, this.number);
    const decoded = decodeFrame(frame.bytes);
    const read = decoded.ok
      ? readReduceFrame(replicaName(from), decoded.value, () => frame.consume())
      : decoded;
    if (read.ok) return this.#router.receive(read.value);
    frame.consume();
    this.#abort(new Error(logged(read.error.says)));
  }

  #abort(reason: Error): void {
    for (const { collective } of this.#stages) collective.abort(reason);
  }

  #fail(error: Error): void {
    this.#abort(error);
    if (this.#state === 'killed') return;
    this.#state = 'failed';
    this.#why = error.message;
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function numberOf({ members }: View, name: string): number {
  return Number(members[members.indexOf(name)].split(' ')[1]);
}
