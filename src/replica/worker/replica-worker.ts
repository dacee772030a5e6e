// The page's end of one Worker: keeps the latest snapshot, hands events on, and says what it hears of links.
// A Worker that dies of an uncaught error is shown as a failed replica, with its message. The flight record is put
// together here: the page's own part is there when the Worker cannot answer any more, or never began.
import { realClock } from '../../base/clock';
import { FlightRecorder, toJsonLines } from '../../base/flight-recorder';
import type { FlightRecord } from '../../train/member/flight-record';
import type { Command, ReplicaEvent, ReplicaHandle, Snapshot } from '../protocol';
import { emptySnapshot } from './snapshot';
import type { FromWorker, ToWorker } from './worker-messages';

/** What stands at the other end: a Worker, or an object like it in this thread. */
export interface ReplicaThread {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
}

function startWorker(self: string): ReplicaThread {
  return new Worker(new URL('./worker-entry.ts', import.meta.url), {
    type: 'module',
    name: `replica ${self}`,
  });
}

type Said = Exclude<FromWorker, { kind: 'event' | 'flight-record' }>;

/** The Worker sends its goodbyes in this time, or is ended without. */
const goodbyeMs = 500;
/** A Worker that computes answers between two micro-batches. */
const recordMs = 5_000;

export class ReplicaWorker implements ReplicaHandle {
  readonly self: string;
  /** What the page sees of this replica's life: signalling, connections, faults of the Worker. */
  readonly flight = new FlightRecorder(() => realClock.now());
  readonly #worker: ReplicaThread;
  readonly #isHost: boolean;
  readonly #listeners = new Set<(event: ReplicaEvent) => void>();
  #snapshot: Snapshot;
  #begun = false;
  #early: { readonly message: ToWorker; readonly transfer: Transferable[] }[] = [];
  #isEnded = false;
  #isDead = false;
  #cancelRecord: (() => void) | undefined;

  constructor(
    self: string,
    isHost: boolean,
    readonly onSaid: (said: Said) => void,
    start: (self: string) => ReplicaThread = startWorker,
  ) {
    this.self = self;
    this.#isHost = isHost;
    this.#snapshot = emptySnapshot(self, { kind: 'starting', doing: 'starting the engine' }, isHost);
    this.#worker = start(self);
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'event') this.emit(data.event);
      else if (data.kind === 'flight-record') this.#takeRecord(data.record);
      else this.onSaid(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      const where = event.filename ? ` (${event.filename}:${event.lineno})` : '';
      const message = `${event.message || 'the engine could not be loaded'}${where}`;
      this.#isDead = true;
      this.flight.note('worker failed', { message });
      this.emit({ kind: 'notice', notice: { atMs: Date.now(), level: 'error', text: message } });
      this.show({ ...this.#snapshot, phase: { kind: 'failed', error: { code: 'bug', message } } });
    };
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** What is posted before `begin` waits for it. */
  post(message: ToWorker, transfer: Transferable[] = []): void {
    if (this.#isEnded) return;
    if (message.kind === 'begin') {
      this.#begun = true;
      this.#worker.postMessage(message, transfer);
      for (const early of this.#early.splice(0)) this.#worker.postMessage(early.message, early.transfer);
    } else if (this.#begun) this.#worker.postMessage(message, transfer);
    else this.#early.push({ message, transfer });
  }

  /** A phase that the page knows before the Worker does. */
  enter(phase: Snapshot['phase']): void {
    this.show(emptySnapshot(this.self, phase, this.#isHost));
  }

  show(snapshot: Snapshot): void {
    this.emit({ kind: 'snapshot', snapshot });
  }

  emit(event: ReplicaEvent): void {
    if (event.kind === 'snapshot') this.#snapshot = event.snapshot;
    for (const listener of [...this.#listeners]) listener(event);
  }

  subscribe(listener: (event: ReplicaEvent) => void): () => void {
    this.#listeners.add(listener);
    listener({ kind: 'snapshot', snapshot: this.#snapshot });
    return () => this.#listeners.delete(listener);
  }

  send(command: Command): void {
    if (command.kind === 'flight-record') this.#askForRecord();
    else this.post({ kind: 'command', command });
  }

  #askForRecord(): void {
    if (this.#cancelRecord) return; // the answer is on its way
    if (!this.#begun || this.#isDead || this.#isEnded) return this.#takeRecord(undefined);
    this.#cancelRecord = realClock.after(recordMs, () => this.#takeRecord(undefined));
    this.post({ kind: 'command', command: { kind: 'flight-record' } });
  }

  /** undefined: the Worker does not answer. */
  #takeRecord(record: FlightRecord | undefined): void {
    this.#cancelRecord?.();
    this.#cancelRecord = undefined;
    const nowMs = Date.now();
    const why = this.#begun ? 'the Worker does not answer' : 'the Worker has not begun';
    const { phase } = this.#snapshot;
    const about = record?.about ?? { kind: 'about', at: nowMs, record: why, self: this.self, phase };
    const page = this.flight.lines(nowMs).map((line) => ({ ...line, on: 'page' }));
    const lines = [...(record?.lines ?? []), ...page].sort((a, b) => a.at - b.at);
    const text = toJsonLines([about, ...lines, ...(record?.frames ?? [])]);
    this.emit({ kind: 'flight-record', text });
  }

  destroy(): void {
    if (this.#isEnded) return;
    this.send({ kind: 'leave' });
    this.#isEnded = true;
    setTimeout(() => this.#worker.terminate(), goodbyeMs);
  }
}
