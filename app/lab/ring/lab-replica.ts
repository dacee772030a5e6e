// One replica of the ring lab: its links, its router and its collective, as the product has them.
import { realClock } from '../../../src/base/clock';
import { codecNamed } from '../../../src/codecs/setting';
import { codecOf } from '../../../src/codecs/registry';
import { Collective } from '../../../src/collectives/collective';
import { GatheredSum } from '../../../src/collectives/gathered-sum';
import { FrameRouter } from '../../../src/collectives/frame-router';
import { readReduceFrame } from '../../../src/collectives/reduce-frame';
import type { View } from '../../../src/membership/view';
import { decodeFrame } from '../../../src/net/frame/frame';
import { LinkClosedError, type Link, type Received } from '../../../src/net/link/link';
import { contributionOf, elementsOf, isGatheredSum, type LabSetup } from './lab-setup';
import type { Outcome } from './check-results';

/** A lab is for looking: below the product’s 30 s. A chain of seven hops on the slowest line takes 7 s to the last. */
const stallMs = 12_000;

export type ReplicaState = 'ready' | 'running' | 'done' | 'failed' | 'killed';

export interface ReplicaView {
  readonly number: number;
  readonly state: ReplicaState;
  /** Of the payload that comes to it; 0 to 1. */
  readonly received: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly waitsFor: readonly string[];
  /** Of a failed one. */
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
  readonly #collective: Collective | GatheredSum;
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
    const codec = codecOf(codecNamed(setup.codec));
    const elements = elementsOf(setup);
    const dropped = setup.codec === 'f32' ? undefined : new Float32Array(elements);
    this.outcome = { part: contributionOf(setup, number), result: new Float32Array(elements), dropped };
    this.#router.setView(view);
    const common = {
      ...{ view, self: replicaName(number) },
      key: { lineage: view.lineage, generation: view.generation, step: 0, bucket: 0 },
      ...{ local: this.outcome.part, result: this.outcome.result, offset: 0, clock: realClock, stallMs },
      ...(dropped ? { compression: { codec, exponent: 0, dropped, unit: 1 } } : {}),
      send: (to: string, bytes: Uint8Array) => this.#send(numberOf(view, to), bytes),
    };
    const { collective, topology } = setup;
    this.#collective = isGatheredSum(setup)
      ? new GatheredSum({ ...common, contributors: view.members })
      : new Collective({ ...common, collective, topology });
    this.#router.register(this.#collective);
    this.#collective.done.then(
      () => {
        if (this.#state === 'running') this.#state = 'done';
      },
      (error: Error) => this.#fail(error.message),
    );
  }

  get isWell(): boolean {
    return this.#state !== 'failed' && this.#state !== 'killed';
  }

  /** Settles when the sum has ended here, in any way. */
  get ended(): Promise<unknown> {
    return this.#collective.done.catch(() => undefined);
  }

  connect(peer: number, link: Link): void {
    this.#links.set(peer, link);
    link.receive((frame) => this.#received(peer, frame));
    void link.closed.then((reason) => {
      const name = replicaName(peer);
      // C8: neither end knows which frames were lost.
      if (this.#collective.waitsFor.includes(name) || this.#collective.sendsTo(name))
        this.#collective.abort(new LinkClosedError(reason));
    });
  }

  start(): void {
    if (this.#state !== 'ready') return;
    this.#state = 'running';
    this.#collective.start();
  }

  /** Its edge to the peer is no longer there. */
  cut(peer: number): void {
    this.#cut.add(peer);
    this.#links.get(peer)?.close(`the edge to ${replicaName(this.number)} was cut`);
  }

  /** As a closed tab: every link ends at once. */
  kill(): void {
    this.#state = 'killed';
    this.#collective.abort(new Error('killed'));
    for (const link of this.#links.values()) link.close(`${replicaName(this.number)} was killed`);
  }

  end(why: string): void {
    this.#collective.abort(new Error(why));
    for (const link of this.#links.values()) link.close();
  }

  get times(): { readonly startedMs: number | undefined; readonly endedMs: number | undefined } {
    return this.#collective.timings();
  }

  /** Payload bytes that it sent. */
  get payloadBytesSent(): number {
    return this.#collective.timings().payloadBytesSent;
  }

  /** Payload bytes that came to it. */
  get payloadBytesReceived(): number {
    return this.#collective.timings().payloadBytesReceived;
  }

  expect(bytes: number): void {
    this.#expectedBytes = bytes;
  }

  show(): ReplicaView {
    const { bytesSent, bytesReceived, payloadBytesReceived } = this.#collective.timings();
    const isDone = this.#state === 'done';
    const whole = this.#expectedBytes;
    return {
      ...{ number: this.number, state: this.#state, bytesSent, bytesReceived, why: this.#why },
      received: whole > 0 ? payloadBytesReceived / whole : Number(isDone),
      waitsFor: this.#state === 'running' ? this.#collective.waitsFor : [],
    };
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
    this.#collective.abort(new Error(read.error.message));
  }

  #fail(why: string): void {
    if (this.#state === 'killed') return;
    this.#state = 'failed';
    this.#why = why;
  }
}

function numberOf({ members }: View, name: string): number {
  return Number(members[members.indexOf(name)].split(' ')[1]);
}
