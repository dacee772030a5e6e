// One replica as the UI sees it. Events are collected and stored at most once per frame, or every 250 ms in a hidden
// tab, where frames stop. Step records go to the series, outside React. While the display is paused, `shown` stays and
// `live` continues.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Checkpoint,
  Command,
  LockstepConsole,
  Notice,
  ReplicaEvent,
  ReplicaHandle,
  RoomTicket,
  Sample,
  Snapshot,
} from '../../../src/replica/protocol';
import { RunSeries } from '../series/run-series';
import { Ticker } from './ticker';

const keptNotices = 200;
const hiddenFlushMs = 250;
/** Interval of drawing for curves and numbers in view. */
const drawEveryMs = 100;
/** Interval for text out of view, which screen readers cannot follow faster, at a tenth of the cost. */
const drawUnseenEveryMs = 1000;
/** The page's half answers for a Worker that does not answer. */
const recordMs = 10_000;
/** A large state is written piece by piece between steps. */
const checkpointMs = 120_000;

export interface SessionState {
  /** The newest snapshot: for controls. */
  readonly live: Snapshot | undefined;
  /** What the panels draw: `live`, unless the display is paused. */
  readonly shown: Snapshot | undefined;
  readonly notices: readonly Notice[];
  readonly sample: Sample | undefined;
  readonly isDisplayPaused: boolean;
  /** This replica was admitted to its room, or to its demo ring. */
  readonly hasEntered: boolean;
  /** The run was last written to this device's storage after this step. */
  readonly kept: { readonly step: number; readonly atMs: number } | undefined;
}

type CheckpointAnswer = (ReplicaEvent & { kind: 'checkpoint' })['answer'];

/** Where the replica lives: in a room that others can join, or in a demo ring of this page. */
export type Place =
  | { readonly kind: 'room'; readonly ticket: RoomTicket }
  | { readonly kind: 'alone'; readonly replicas: number };

export class Session {
  readonly place: Place;
  readonly series = new RunSeries();
  readonly ticker = new Ticker(drawEveryMs);
  /** The ticker of panels out of view. */
  readonly slowTicker = new Ticker(drawUnseenEveryMs);
  readonly store: StoreApi<SessionState>;
  readonly #handles: readonly ReplicaHandle[];
  readonly #unsubscribe: () => void;
  #pending: ReplicaEvent[] = [];
  #cancelFlush: (() => void) | undefined;
  #recordWanted: ((text: string) => void)[] = [];
  #checkpointWanted: { what: 'run' | 'fork'; take: (answer: CheckpointAnswer) => void }[] = [];

  /** The first handle is drawn. All of them end with the session. */
  constructor(handles: readonly ReplicaHandle[], place: Place) {
    this.place = place;
    this.#handles = handles;
    this.store = createStore<SessionState>(() => ({
      live: undefined,
      shown: undefined,
      notices: [],
      sample: undefined,
      isDisplayPaused: false,
      hasEntered: false,
      kept: undefined,
    }));
    this.#unsubscribe = handles[0].subscribe((event) => this.#receive(event));
  }

  send(command: Command): void {
    this.#handles[0].send(command);
  }

  /** The newest events, as JSON Lines. */
  flightRecord(): Promise<string> {
    return within<string>(recordMs, 'no flight record came', (take) => {
      this.#recordWanted.push(take);
      this.send({ kind: 'flight-record' });
    });
  }

  /** The run as a file, or the checkpoint kept when the lineage yielded. */
  async checkpoint(what: 'run' | 'fork' = 'run'): Promise<Checkpoint> {
    const answer = await within<CheckpointAnswer>(checkpointMs, 'no checkpoint came', (take) => {
      this.#checkpointWanted.push({ what, take });
      this.send({ kind: 'checkpoint', what });
    });
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  }

  pauseDisplay(isPaused: boolean): void {
    this.ticker.pause(isPaused);
    this.slowTicker.pause(isPaused);
    this.store.setState(({ live, shown }) => ({ isDisplayPaused: isPaused, shown: isPaused ? shown : live }));
  }

  /** Sends goodbye from every replica and ends them. */
  end(): void {
    this.#cancelFlush?.();
    this.#unsubscribe();
    this.ticker.stop();
    this.slowTicker.stop();
    for (const handle of this.#handles) handle.destroy();
  }

  /** `window.lockstep`. */
  console(): LockstepConsole {
    return {
      snapshot: () => this.store.getState().live,
      stepsAfter: (step) => this.series.records.filter((record) => record.step > step),
      notices: () => this.store.getState().notices,
      flightRecord: () => this.flightRecord(),
      checkpoint: (what) => this.checkpoint(what),
      send: (command) => this.send(command),
    };
  }

  /** Stores the collected events now. */
  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    const events = this.#pending;
    this.#pending = [];
    let { live, sample, kept } = this.store.getState();
    const notices: Notice[] = [];
    for (const event of events) {
      switch (event.kind) {
        case 'snapshot':
          live = event.snapshot;
          break;
        case 'steps':
          for (const record of event.steps) this.series.push(record, live?.config);
          this.ticker.mark();
          break;
        case 'notice':
          notices.push(event.notice);
          break;
        case 'sample':
          sample = event.sample;
          break;
        case 'flight-record':
          for (const take of this.#recordWanted.splice(0)) take(event.text);
          break;
        case 'checkpoint': {
          const due = this.#checkpointWanted.filter(({ what }) => what === event.what);
          this.#checkpointWanted = this.#checkpointWanted.filter(({ what }) => what !== event.what);
          for (const { take } of due) take(event.answer);
          break;
        }
        case 'kept':
          kept = event;
          break;
        default:
          event satisfies never;
      }
    }
    this.store.setState((state) => ({
      ...{ live, kept },
      hasEntered: state.hasEntered || (live !== undefined && isInside(live)),
      shown: state.isDisplayPaused && state.shown ? state.shown : live,
      sample: state.isDisplayPaused && state.sample ? state.sample : sample,
      notices: notices.length === 0 ? state.notices : [...state.notices, ...notices].slice(-keptNotices),
    }));
    this.slowTicker.mark();
  }

  #receive(event: ReplicaEvent): void {
    this.#pending.push(event);
    this.#cancelFlush ??= soon(() => this.flush());
  }
}

/** The answer that `ask` hands on, or an error after the deadline. */
function within<T>(limitMs: number, why: string, ask: (take: (answer: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(why)), limitMs);
    ask((answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}

/** The room has admitted it: it is linked to others, is a member of a ring, or knows what the room trains. */
function isInside({ phase, worldSize, peers, config }: Snapshot): boolean {
  return phase.kind !== 'failed' && (worldSize > 0 || peers.length > 1 || config !== undefined);
}

/** At the next frame, or after `hiddenFlushMs`, whichever comes first. */
function soon(action: () => void): () => void {
  const run = (): void => {
    cancel();
    action();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, hiddenFlushMs);
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return cancel;
}
