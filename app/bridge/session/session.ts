// One replica as the UI uses it. Events are stored as they come; what panels draw follows at the ticker's pace, because a
// dashboard that is drawn takes processor time from the training. Step records go to the series, outside React. While the
// display is paused or nobody can see the page, `shown` stays and `live` continues. A snapshot of which nothing is drawn
// yet tells no listener.
import { say, type Saying } from '../../../src/base/sayings';
import { SaidError } from '../../../src/base/said-error';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Checkpoint,
  CheckpointKind,
  Command,
  LockstepConsole,
  Notice,
  PeerStatus,
  ReplicaEvent,
  ReplicaHandle,
  ReplicaReplies,
  ReplicaRequest,
  RoomTicket,
  Sample,
  Snapshot,
  Weights,
} from '../../../src/replica/protocol';
import { RunSeries } from '../series/run-series';
import { isEqual, keepEqual } from './keep-equal';
import { Ticker } from './ticker';

const keptNotices = 200;
/** Shortest interval of drawing for what is in view: as often as numbers can be read. */
const drawEveryMs = 200;
/** The longest interval, for a slow processor: numbers that are older would say little. */
const drawAtLeastEveryMs = 1_500;
/** The longest interval from the last drawing to that of a changed view, peer or phase. */
const drawNewsWithinMs = 500;
/** The pace of text out of view: screen readers cannot follow faster, and it costs a tenth. */
const drawUnseenEveryMs = 1000;
/** Steps come before the snapshot that they belong to: both are drawn in one frame. */
const untilSnapshotMs = 50;

export interface SessionState {
  /** The snapshot of the last change of anything that controls depend on, which a step does not change. */
  readonly forControls: Snapshot | undefined;
  /** The snapshot that the panels draw: the newest one at the ticker's last beat. It stays while the display is paused. */
  readonly shown: Snapshot | undefined;
  readonly notices: readonly Notice[];
  readonly sample: Sample | undefined;
  readonly isDisplayPaused: boolean;
  /** This replica was admitted to its room, or to its demo ring. */
  readonly hasEntered: boolean;
  /** The run was last written to this device's storage after this step. */
  readonly kept: { readonly step: number; readonly atMs: number } | undefined;
}

/** Where the replica lives: in a room that others can join, or in a demo ring of this page. */
export type Place =
  | { readonly kind: 'room'; readonly ticket: RoomTicket }
  | { readonly kind: 'alone'; readonly replicas: number };

export class Session {
  readonly place: Place;
  readonly series = new RunSeries();
  readonly ticker = new Ticker(drawEveryMs, drawAtLeastEveryMs);
  /** The ticker of panels out of view. It beats with the other one: every frame is painted and composited again. */
  readonly slowTicker = new Ticker(drawUnseenEveryMs, drawUnseenEveryMs);
  readonly store: StoreApi<SessionState>;
  #handles: readonly ReplicaHandle[];
  readonly #onEnd: () => void;
  readonly #unsubscribe: () => void;
  #live: Snapshot | undefined;
  /** The newest picture of the model, which the next beat draws. */
  #sample: Sample | undefined;

  /** The first handle is drawn. All of them end with the session. */
  constructor(handles: readonly ReplicaHandle[], place: Place, onEnd: () => void = () => undefined) {
    this.place = place;
    this.#handles = handles;
    this.#onEnd = onEnd;
    this.store = createStore<SessionState>(() => ({
      forControls: undefined,
      shown: undefined,
      notices: [],
      sample: undefined,
      isDisplayPaused: false,
      hasEntered: false,
      kept: undefined,
    }));
    // This listener stands before those of panels: all of them draw in the pass in which `shown` changes.
    this.ticker.subscribe(() => {
      this.#show();
      this.slowTicker.follow(drawAtLeastEveryMs);
    });
    this.#unsubscribe = handles[0].subscribe((event) => this.#receive(event));
    globalThis.document?.addEventListener('visibilitychange', this.#drawOrRest);
    this.#drawOrRest();
  }

  /** The newest snapshot, which `subscribe` tells of. */
  get live(): Snapshot | undefined {
    return this.#live;
  }

  send(command: Command): void {
    this.#handles[0].send(command);
  }

  /** Tells when `shown` changes: the store tells of other parts too. */
  readonly subscribeShown = (listener: () => void): (() => void) =>
    this.store.subscribe(({ shown }, before) => {
      if (shown !== before.shown) listener();
    });

  /** One more replica of a demo ring; it ends with the session. */
  grow(add: (first: ReplicaHandle) => ReplicaHandle | undefined): void {
    const added = add(this.#handles[0]);
    if (added) this.#handles = [...this.#handles, added];
  }

  /** Every event of the replica that is drawn. */
  subscribe(listener: (event: ReplicaEvent) => void): () => void {
    return this.#handles[0].subscribe(listener);
  }

  /** The newest events, as JSON Lines. */
  flightRecord(): Promise<string> {
    return this.#request({ kind: 'flight-record' }, say('no-flight-record'));
  }

  /** A file of the run, of its best, or of what was kept when the lineage yielded. */
  async checkpoint(what: CheckpointKind = 'run'): Promise<Checkpoint> {
    const answer = await this.#request({ kind: 'checkpoint', what }, say('no-checkpoint'));
    if (!answer.ok) throw new SaidError(answer.error.says);
    return answer.value;
  }

  /** A copy of the parameters that this replica holds; undefined: none are trained yet. */
  weights(wantsHeldOut: boolean): Promise<Weights | undefined> {
    return this.#request({ kind: 'weights', wantsHeldOut }, say('no-parameters'));
  }

  /** `why`: what people read where no reply came. */
  #request<Kind extends ReplicaRequest['kind']>(
    request: Extract<ReplicaRequest, { kind: Kind }>,
    why: Saying,
  ): Promise<ReplicaReplies[Kind]> {
    return this.#handles[0].request<Kind>(request).catch(() => {
      throw new SaidError(why);
    });
  }

  pauseDisplay(isPaused: boolean): void {
    this.store.setState({ isDisplayPaused: isPaused });
    this.#drawOrRest();
  }

  /** Sends goodbye from every replica and ends them. */
  end(): void {
    this.#unsubscribe();
    globalThis.document?.removeEventListener('visibilitychange', this.#drawOrRest);
    for (const ticker of this.#tickers) ticker.stop();
    for (const handle of this.#handles) handle.destroy();
    this.#onEnd();
  }

  /** `window.lockstep`. */
  console(): LockstepConsole {
    return {
      snapshot: () => this.#live,
      stepsAfter: (step) => this.series.records.filter((record) => record.step > step),
      notices: () => this.store.getState().notices,
      draws: () => this.ticker.version(),
      flightRecord: () => this.flightRecord(),
      checkpoint: (what) => this.checkpoint(what),
      send: (command) => this.send(command),
    };
  }

  get #tickers(): readonly Ticker[] {
    return [this.ticker, this.slowTicker];
  }

  /** Nothing is drawn while the display is paused or the tab is hidden. */
  readonly #drawOrRest = (): void => {
    const rests = this.store.getState().isDisplayPaused || globalThis.document?.hidden === true;
    for (const ticker of this.#tickers) ticker.pause(rests);
  };

  #receive(event: ReplicaEvent): void {
    switch (event.kind) {
      case 'snapshot': {
        const before = this.#live;
        this.#take(event.snapshot);
        if (before && isNews(before, event.snapshot)) return this.ticker.mark(0, drawNewsWithinMs);
        break;
      }
      case 'steps': {
        const generation = this.series.last?.generation;
        for (const record of event.steps) {
          this.series.push(record, this.#live?.config, this.#live?.flopPerTerm);
        }
        // The first step of a changed view divides the batch again. The view itself was just drawn.
        const isFirst = this.series.last?.generation !== generation;
        return this.ticker.mark(untilSnapshotMs, isFirst ? drawEveryMs : Infinity);
      }
      case 'notice':
        this.store.setState(({ notices }) => ({ notices: [...notices, event.notice].slice(-keptNotices) }));
        break;
      case 'sample':
        this.#takeSample(event.sample);
        break;
      case 'earlier':
        this.series.begin(event.points);
        break;
      case 'changed':
      case 'timeline':
      case 'sum':
        return; // for those who subscribe
      case 'kept':
        this.store.setState({ kept: event });
        break;
      default:
        event satisfies never;
    }
    this.ticker.mark();
  }

  #take(live: Snapshot): void {
    this.#live = live;
    const { forControls, hasEntered, shown } = this.store.getState();
    const isSame = forControls !== undefined && isSameForControls(forControls, live);
    const enters = !hasEntered && isInside(live);
    if (isSame && shown && !enters) return;
    this.store.setState({
      forControls: isSame ? forControls : keepEqual(forControls, live),
      hasEntered: hasEntered || enters,
      // The first one is drawn even while the display is paused.
      shown: shown ?? live,
    });
  }

  /** A picture of the model is drawn with the figures, the first one and a text at once. */
  #takeSample(sample: Sample): void {
    const { isDisplayPaused, sample: drawn } = this.store.getState();
    if (!drawn || (sample.kind === 'text' && !isDisplayPaused)) this.store.setState({ sample });
    else if (!isDisplayPaused) this.#sample = sample;
  }

  #show(): void {
    const { shown, sample } = this.store.getState();
    if (this.#live)
      this.store.setState({ shown: keepEqual(shown, this.#live), sample: this.#sample ?? sample });
    this.#sample = undefined;
  }
}

/** Whether the peers, their states, the view or the phase differ. */
function isNews(before: Snapshot, live: Snapshot): boolean {
  return (
    before.phase.kind !== live.phase.kind ||
    before.generation !== live.generation ||
    before.peers.length !== live.peers.length ||
    before.peers.some(({ id, state }, index) => {
      const now = live.peers[index];
      return id !== now.id || state !== now.state;
    })
  );
}

/** Whether two snapshots give a host the same controls. */
function isSameForControls(before: Snapshot, live: Snapshot): boolean {
  return (
    controlled.every((key) => isEqual(before[key], live[key])) &&
    before.peers.length === live.peers.length &&
    before.peers.every((peer, index) =>
      controlledOfPeer.every((key) => isEqual(peer[key], live.peers[index][key])),
    )
  );
}

const controlled = [
  'phase',
  'isHost',
  'config',
  'buckets',
  'sync',
  'batch',
  'learningRate',
  'network',
  'shows',
  'room',
  'question',
  'answersSoFar',
  'lobby',
  'strangers',
  'observers',
  'handOver',
  'worldSize',
  'lineage',
  'generation',
] as const satisfies readonly (keyof Snapshot)[];

const controlledOfPeer = [
  'id',
  'name',
  'isSelf',
  'rank',
  'ringPosition',
  'state',
  'leftOut',
  'claimedExamples',
] as const satisfies readonly (keyof PeerStatus)[];

/** The room has admitted it: it is linked to others, is a member of a ring, or knows what the room trains. */
function isInside({ phase, worldSize, peers, config }: Snapshot): boolean {
  return phase.kind !== 'failed' && (worldSize > 0 || peers.length > 1 || config !== undefined);
}
