// The ring behind Home's picture: it begins again after a while, so that one sees it learn.
import type { ReplicaHandle, RunConfig, Sample, Snapshot } from '../../src/replica/protocol';
import { engineRoom, loadEntrance } from '../bridge/session/engine-room';

const replicas = 3;
/** Every message is on its way for so long, as over a slow line: about six steps a second, whatever the device. */
const delayMs = 25;
const lookEveryMs = 1000;
/** Learned, and looked at. Well before a replica would keep its run on this device. */
const beginAgainMs = 60_000;

export interface Look {
  readonly members: number;
  readonly step: number;
  readonly sample: Extract<Sample, { kind: 'boundary' }> | undefined;
}

export class LivePicture {
  readonly #onLook: (look: Look) => void;
  #handles: readonly ReplicaHandle[] = [];
  #timers: ReturnType<typeof setInterval>[] = [];
  #isEnded = false;

  constructor(onLook: (look: Look) => void) {
    this.#onLook = onLook;
    void this.#begin();
    this.#timers.push(setInterval(() => void this.#begin(), beginAgainMs));
    this.#timers.push(setInterval(() => this.#handles[0]?.send({ kind: 'sample' }), lookEveryMs));
  }

  end(): void {
    this.#isEnded = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#leave();
  }

  #leave(): void {
    for (const handle of this.#handles) handle.destroy();
    this.#handles = [];
  }

  async #begin(): Promise<void> {
    this.#leave();
    const parts = await Promise.all([engineRoom(), loadEntrance()]).catch(() => undefined);
    // The picture stays still without its chunks.
    if (!parts || this.#isEnded || this.#handles.length > 0) return;
    const [{ presets }, entrance] = parts;
    const moons = presets.find(({ id }) => id === 'moons');
    if (!moons) return;
    this.#handles = entrance.startPictureRing(replicas, pictureRun(moons.config));
    this.#follow(this.#handles[0]);
  }

  #follow(host: ReplicaHandle): void {
    let isSlow = false;
    let snapshot: Snapshot | undefined;
    let sample: Look['sample'];
    host.subscribe((event) => {
      if (this.#handles[0] !== host) return; // it has left
      if (event.kind === 'snapshot') snapshot = event.snapshot;
      else if (event.kind === 'sample' && event.sample.kind === 'boundary') sample = event.sample;
      else return;
      if (!snapshot) return;
      if (!isSlow && snapshot.worldSize === replicas) {
        isSlow = true;
        const everyEdge = { bitsPerSecond: 1e9, delayMs, jitterMs: 0, loss: 0 };
        host.send({ kind: 'host', command: { kind: 'set-network', network: { everyEdge, edges: [] } } });
      }
      // Once a second: a page at rest is not drawn more often.
      if (event.kind === 'sample' && snapshot.step > 0)
        this.#onLook({ members: snapshot.worldSize, step: snapshot.step, sample });
    });
  }
}

/** Another start each time, and few updates that learn fast. */
function pictureRun(config: RunConfig): RunConfig {
  return {
    ...config,
    seed: Math.floor(Math.random() * 1000),
    learningRate: 0.03,
    evaluateEvery: 0,
    steps: 1_000_000,
  };
}
