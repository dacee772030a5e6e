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
}

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
  #checkpointWanted: ((file: Checkpoint) => void)[] = [];

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
    }));
    this.#unsubscribe = handles[0].subscribe((event) => this.#receive(event));
  }

  send(command: Command): void {
    this.#handles[0].send(command);
  }

  /** The newest events, as JSON Lines. */
  flightRecord(): Promise<string> {
    return this.#ask('flight-record', this.#recordWanted);
  }

  /** The checkpoint kept when the lineage yielded, as a file. */
  checkpoint(): Promise<Checkpoint> {
    return this.#ask('checkpoint', this.#checkpointWanted);
  }

  #ask<T>(kind: 'flight-record' | 'checkpoint', wanted: ((answer: T) => void)[]): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${kind} came`)), recordMs);
      wanted.push((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.send({ kind });
    });
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
      checkpoint: () => this.checkpoint(),
      send: (command) => this.send(command),
    };
  }

  /** Stores the collected events now. */
  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    const events = this.#pending;
    this.#pending = [];
    let { live, sample } = this.store.getState();
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
        case 'checkpoint':
          for (const take of this.#checkpointWanted.splice(0)) take(event);
          break;
        default:
          event satisfies never;
      }
    }
    this.store.setState((state) => ({
      live,
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
