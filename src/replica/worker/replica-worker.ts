// The page's end of one Worker. It keeps the latest snapshot, emits the Worker's events and passes on its reports. A
// Worker that does not begin is replaced once. One that does not begin either, dies of an uncaught error or no longer
// answers is shown as a failed replica with the reason. The flight record is assembled here, so the page's part is there
// when the Worker no longer answers, or never began.
import { logged, say, type Saying, unexpected } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { FlightRecorder, toJsonLines } from '../../base/flight-recorder';
import { Requests } from '../../base/requests';
import type {
  Command,
  Notice,
  ReplicaEvent,
  ReplicaHandle,
  ReplicaReplies,
  ReplicaRequest,
  Snapshot,
} from '../protocol';
import { emptySnapshot } from './empty-snapshot';
import { spareWorker } from './spare-worker';
import type { FromWorker, ToWorker, WorkerReplies, WorkerReply } from './worker-messages';
import { unansweredMs, WorkerWatch } from './worker-watch';

/** The other end: a Worker, or an object like it in this thread. */
export interface ReplicaThread {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  terminate(): void;
}

export interface ReplicaWorkerOptions {
  readonly self: string;
  readonly isHost: boolean;
  readonly clock: Clock;
  readonly onReport: (report: WorkerReport) => void;
  /** undefined: a Worker of this page. */
  readonly start?: (() => ReplicaThread) | undefined;
}

export type WorkerReport =
  | Exclude<FromWorker, { kind: 'begun' | 'here' | 'event' | 'reply' }>
  /** The Worker ended with an uncaught error, never began, or no longer answers. */
  | { readonly kind: 'died' };

/** The Worker sends its goodbyes in this time; then it is terminated (L13a). */
const goodbyeMs = 500;
/** How long a reply may take: a Worker that computes answers between two micro-batches, and a large state is written piece by
 *  piece between steps. */
const replyMs: Readonly<Record<ReplicaRequest['kind'], number>> = {
  'flight-record': 5_000,
  weights: 30_000,
  sample: 60_000,
  checkpoint: 120_000,
};
/** A Worker begins within a second; on a busy machine that still loads its script, within some. */
const beginMs = [20_000, 40_000] as const;

export class ReplicaWorker implements ReplicaHandle {
  readonly self: string;
  /** The page's part of this replica's flight record: signalling, connections, faults of the Worker. */
  readonly flight: FlightRecorder;
  readonly #start: () => ReplicaThread;
  #worker: ReplicaThread;
  readonly #listeners = new Set<(event: ReplicaEvent) => void>();
  #snapshot: Snapshot;
  #begin: (ToWorker & { kind: 'begin' }) | undefined;
  #hasBegun = false;
  #cancelBegin: (() => void) | undefined;
  readonly #watch: WorkerWatch;
  /** Wait for `begin`. */
  #early: { readonly message: ToWorker; readonly transfer: Transferable[] }[] = [];
  /** Posted to a Worker that has not begun: its successor gets them, but for links, which are made again. */
  #unheard: ToWorker[] = [];
  #isEnded = false;
  #isDead = false;
  readonly #requests: Requests<WorkerReply>;

  constructor(private readonly options: ReplicaWorkerOptions) {
    const { self, isHost, clock, start = () => spareWorker.take() } = options;
    this.self = self;
    this.#requests = new Requests(clock);
    this.flight = new FlightRecorder(() => clock.now());
    this.#snapshot = emptySnapshot(self, { kind: 'starting', doing: say('starting-engine') }, isHost);
    this.#start = start;
    this.#watch = new WorkerWatch(
      clock,
      () => this.#worker.postMessage({ kind: 'ask' }, []),
      () => this.#lose(),
    );
    this.#worker = this.#listen(start());
  }

  /** It is in no ring, and comes into none. */
  get isOver(): boolean {
    const { kind } = this.#snapshot.phase;
    return this.#isEnded || kind === 'failed' || kind === 'left';
  }

  /** Messages posted before `begin` wait for it. Later ones leave at once: a browser hands data channels over only in the
   *  task that made them. */
  post(message: ToWorker, transfer: Transferable[] = []): void {
    if (this.#isEnded || this.#isDead) return;
    if (message.kind === 'begin') {
      this.#begin = message;
      this.enter({ kind: 'starting', doing: say('starting-engine') });
      this.#worker.postMessage(message, []);
      this.#beginWithin(0);
      for (const early of this.#early.splice(0)) this.post(early.message, early.transfer);
    } else if (this.#begin) {
      if (!this.#hasBegun) this.#unheard.push(message);
      this.#worker.postMessage(message, transfer);
    } else this.#early.push({ message, transfer });
  }

  /** Shows a phase that the page knows before the Worker does. */
  enter(phase: Snapshot['phase']): void {
    this.#show(emptySnapshot(this.self, phase, this.options.isHost));
  }

  notify(level: Notice['level'], says: Saying): void {
    this.#emit({ kind: 'notice', notice: { atMs: this.options.clock.epochMs(), level, says } });
  }

  subscribe(listener: (event: ReplicaEvent) => void): () => void {
    this.#listeners.add(listener);
    listener({ kind: 'snapshot', snapshot: this.#snapshot });
    return () => this.#listeners.delete(listener);
  }

  send(command: Command): void {
    this.post({ kind: 'command', command });
  }

  request<Kind extends ReplicaRequest['kind']>(
    request: Extract<ReplicaRequest, { kind: Kind }>,
  ): Promise<ReplicaReplies[Kind]> {
    const reply = request.kind === 'flight-record' ? this.#flightRecord() : this.#ask(request);
    return reply as Promise<ReplicaReplies[Kind]>;
  }

  destroy(): void {
    if (this.#isEnded) return;
    this.send({ kind: 'leave' });
    this.#isEnded = true;
    this.#requests.rejectAll(new Error('the replica has ended'));
    this.#cancelBegin?.();
    this.#watch.stop();
    this.options.clock.after(goodbyeMs, () => this.#worker.terminate());
  }

  #listen(worker: ReplicaThread): ReplicaThread {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      this.#watch.heard();
      if (data.kind === 'here') return;
      if (data.kind === 'begun') this.#begun();
      else if (data.kind === 'event') this.#emit(data.event);
      else if (data.kind === 'reply') this.#requests.settle(data.id, data.reply);
      else this.options.onReport(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const where = event.filename ? ` (${event.filename}:${event.lineno})` : '';
      this.#die(unexpected(`${event.message || 'the engine could not be loaded'}${where}`));
    };
    return worker;
  }

  #beginWithin(attempt: 0 | 1): void {
    this.#cancelBegin = this.options.clock.after(beginMs[attempt], () => {
      this.flight.note('worker silent', { afterMs: beginMs[attempt] });
      // The ports of a ring within one page lead to Workers that hold their other ends: none is replaced. Such Workers begin
      // together, and take longer.
      if (attempt === 0 && this.#unheard.some(({ kind }) => kind === 'port')) return this.#beginWithin(1);
      this.#worker.onmessage = this.#worker.onerror = null;
      this.#worker.terminate();
      const unheard = this.#unheard.splice(0);
      if (attempt === 1) return this.#die(say('worker-not-started'));
      this.#worker = this.#listen(this.#start());
      this.#worker.postMessage(this.#begin!, []);
      this.#beginWithin(1);
      for (const message of unheard) this.#postAgain(message);
    });
  }

  #postAgain(message: ToWorker): void {
    if (message.kind !== 'link' && message.kind !== 'relay') return this.post(message);
    const { peer, call } = message;
    this.options.onReport({ kind: 'link-closed', peer, call, why: 'the Worker that held it did not start' });
  }

  #begun(): void {
    this.#cancelBegin?.();
    this.#hasBegun = true;
    this.#unheard = [];
    if (!this.#isEnded) this.#watch.start();
  }

  #lose(): void {
    this.flight.note('worker silent', { afterMs: unansweredMs });
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
    this.#die(say('worker-not-answering', { seconds: unansweredMs / 1000 }));
  }

  #die(says: Saying): void {
    this.#cancelBegin?.();
    this.#watch.stop();
    this.#isDead = true;
    const message = logged(says);
    this.flight.note('worker failed', { message });
    this.#requests.rejectAll(new Error(message));
    this.notify('error', says);
    const phase = { kind: 'failed', error: { code: 'bug', says } } as const;
    this.#show({ ...this.#snapshot, phase, ringPhase: 'outside' });
    this.options.onReport({ kind: 'died' });
  }

  #show(snapshot: Snapshot): void {
    this.#emit({ kind: 'snapshot', snapshot });
  }

  #emit(event: ReplicaEvent): void {
    if (event.kind === 'snapshot') this.#snapshot = event.snapshot;
    for (const listener of [...this.#listeners]) listener(event);
  }

  #ask(request: ReplicaRequest): Promise<WorkerReply> {
    if (this.#isDead || this.#isEnded) return Promise.reject(new Error('the replica has ended'));
    const limitMs = replyMs[request.kind];
    return this.#requests.begin(limitMs, request.kind, (id) => this.post({ kind: 'request', id, request }));
  }

  /** Without the Worker's part where it has not begun, or does not answer. */
  async #flightRecord(): Promise<string> {
    const asked = this.#hasBegun ? this.#ask({ kind: 'flight-record' }) : Promise.resolve(undefined);
    const record = (await asked.catch(() => undefined)) as WorkerReplies['flight-record'] | undefined;
    const epochMs = this.options.clock.epochMs();
    const why = this.#hasBegun ? 'the Worker does not answer' : 'the Worker has not begun';
    const { phase } = this.#snapshot;
    const about = record?.about ?? { kind: 'about', at: epochMs, record: why, self: this.self, phase };
    const page = this.flight.lines(epochMs).map((line) => ({ ...line, on: 'page' }));
    const lines = [...(record?.lines ?? []), ...page].sort((a, b) => a.at - b.at);
    return toJsonLines([about, ...lines, ...(record?.frames ?? [])]);
  }
}
