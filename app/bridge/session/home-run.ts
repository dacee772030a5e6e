// The ring of Home: real replicas of this page, which train from the first moment at a pace that one can watch. It
// begins again after a while, so that one sees it learn, and it becomes the demo of a person who plays with it: what it
// has done until then is told to the demo's session, so that its curves are whole.
import type {
  HostCommand,
  ReplicaEvent,
  ReplicaHandle,
  RunConfig,
  Sample,
  Snapshot,
} from '../../../src/replica/protocol';
import { withFixedSums } from '../../../src/replica/fixed-sums';
import { engineRoom, loadPictureRing, startPictureWorkers } from './engine-room';

export const homeReplicas = 3;
const learningRate = 0.03;
/** The demo that this ring becomes, as an address says it. */
export const homeDemo = `replicas=${homeReplicas}&preset=moons&backend=cpu&learningRate=${learningRate}`;
/** Every message is on its way for so long, as over a slow line: about six steps a second, whatever the device. */
const delayMs = 25;
/** About every second step: as often as a person sees the boundary bend. */
const lookEveryMs = 300;
/** Learned, and looked at. Well before a replica would keep its run on this device. */
const beginAgainMs = 60_000;
/** A device that has made no step by then makes none, or one is told when it does. */
const firstStepWithinMs = 30_000;
/** A demo continues for as long as one watches. */
const steps = 1_000_000;

export interface Look {
  readonly step: number;
  readonly sample: Extract<Sample, { kind: 'boundary' }> | undefined;
}

type Lines = Extract<HostCommand, { kind: 'set-network' }>['network'];

/** `onFailure`: this device does not train here, as far as one can see. A look after that says that it does. */
export interface HomeListener {
  readonly onLook: (look: Look) => void;
  readonly onFailure: () => void;
}

const ownEngine = { startPictureWorkers, engineRoom, loadPictureRing };
/** Where the replicas of a picture come from. */
export type PictureEngine = typeof ownEngine;

export class HomeRun {
  #listener: HomeListener | undefined;
  #hasFailed = false;
  #handles: readonly ReplicaHandle[] = [];
  /** The events of this ring, for the session that takes it over. */
  #past: ReplicaEvent[] = [];
  #look: Look | undefined;
  #timers: ReturnType<typeof setInterval>[] = [];
  #isOver = false;

  constructor(private readonly engine: PictureEngine = ownEngine) {
    void this.#begin();
    this.#timers.push(setInterval(() => this.#hasStep && void this.#begin(), beginAgainMs));
    this.#timers.push(setInterval(() => this.#handles[0]?.send({ kind: 'sample' }), lookEveryMs));
    this.#timers.push(setTimeout(() => this.#expectStep(), firstStepWithinMs));
  }

  listen(listener: HomeListener): void {
    this.#listener = listener;
    if (this.#look) listener.onLook(this.#look);
    if (this.#hasFailed) listener.onFailure();
  }

  end(): void {
    this.#rest();
    this.#leave();
  }

  /** The running ring, from now on the caller's; undefined: it has made no step yet. Its lines are free from now on. */
  handOver(): readonly ReplicaHandle[] | undefined {
    if (this.#isOver || !this.#hasStep) return undefined;
    const [host, ...others] = this.#handles;
    const past = this.#past;
    this.#setLines(null);
    this.#handles = [];
    this.#rest();
    return [tellingPast(host, past), ...others];
  }

  #setLines(everyEdge: Lines['everyEdge']): void {
    const network = { everyEdge, edges: [] };
    this.#handles[0]?.send({ kind: 'host', command: { kind: 'set-network', network } });
  }

  #rest(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearInterval(timer);
  }

  #leave(): void {
    for (const handle of this.#handles) handle.destroy();
    this.#handles = [];
    this.#past = [];
  }

  async #begin(): Promise<void> {
    const workers = this.engine.startPictureWorkers(homeReplicas);
    const parts = await Promise.all([this.engine.engineRoom(), this.engine.loadPictureRing()]).catch(
      () => undefined,
    );
    const moons = parts?.[0].presets.find(({ id }) => id === 'moons');
    if (this.#isOver || !parts || !moons) {
      for (const worker of workers) worker.terminate();
      return this.#isOver ? undefined : this.#fail();
    }
    this.#leave();
    this.#handles = parts[1].startPictureRing(homeReplicas, homeConfig(moons.config), workers);
    this.#follow(this.#handles[0]);
  }

  #expectStep(): void {
    if (this.#hasStep) return;
    this.#hasFailed = true;
    this.#listener?.onFailure();
  }

  get #hasStep(): boolean {
    return this.#past.some(({ kind }) => kind === 'steps');
  }

  #fail(): void {
    this.#hasFailed = true;
    this.end();
    this.#listener?.onFailure();
  }

  /** The model is asked for as soon as it is there, and again after the first step. */
  #follow(host: ReplicaHandle): void {
    let snapshot: Snapshot | undefined;
    let isSlow = false;
    host.subscribe((event) => {
      if (this.#handles[0] !== host) return; // it has left, or is another's
      if (event.kind === 'snapshot') {
        const isTraining = snapshot?.phase.kind === 'training';
        snapshot = event.snapshot;
        if (snapshot.phase.kind === 'failed') this.#fail();
        else if (snapshot.config && this.#past.length === 0) this.#past.push(event);
        if (!isTraining && snapshot.phase.kind === 'training') host.send({ kind: 'sample' });
      } else if (event.kind === 'sample') {
        if (event.sample.kind === 'boundary' && snapshot) this.#tell(snapshot.step, event.sample);
      } else this.#past.push(event);
      if (isSlow || event.kind !== 'steps') return;
      isSlow = true; // the first steps come as fast as they can
      this.#tell(event.steps.at(-1)!.step);
      this.#setLines({ bitsPerSecond: 1e9, delayMs, jitterMs: 0, loss: 0 });
    });
  }

  /** The last picture of the model stays until a newer one comes. */
  #tell(step: number, sample = this.#look?.sample): void {
    this.#look = { step, sample };
    this.#listener?.onLook(this.#look);
  }
}

/** The run that begins with the page, before anything is drawn: a person waits for nothing that it can do meanwhile. */
let first: HomeRun | undefined;

export function beginHomeRun(): void {
  if (!document.hidden) first = new HomeRun();
}

/** The run that began with the page, else a new one. */
export function takeHomeRun(): HomeRun {
  const run = first ?? new HomeRun();
  first = undefined;
  return run;
}

/** Another start each time, and few updates that learn fast. The picture shows sums around the ring. */
function homeConfig(config: RunConfig): RunConfig {
  return { ...withFixedSums(config), seed: Math.floor(Math.random() * 1000), learningRate, steps };
}

/** Events before the first listener are kept, and delivered to it in order. */
function tellingPast(handle: ReplicaHandle, past: readonly ReplicaEvent[]): ReplicaHandle {
  let untold = past;
  return {
    subscribe: (listener) => {
      for (const event of untold) listener(event);
      untold = [];
      return handle.subscribe(listener);
    },
    send: (command) => handle.send(command),
    request: (request) => handle.request(request),
    destroy: () => handle.destroy(),
  };
}
