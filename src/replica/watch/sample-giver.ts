// A member's page sends observers the model's view of a few examples (R19g): the member that speaks for its ring, at a low
// rate, and computed anew only after further steps. Driven by the replica's snapshots, like the pictures of the ring.
import type { Clock } from '../../base/clock';
import { isPublicData } from '../../train/run/data-shape';
import type { ReplicaEvent, Sample, Snapshot } from '../protocol';
import { packSample, type SampleMessage } from './sample-message';

export const sampleEveryMs = 4_000;
/** A text takes many forward passes, which alternate with the gradients of the ring. */
export const textEveryMs = 12_000;

export interface SampleGiverDeps {
  readonly clock: Clock;
  /** This member speaks for its ring, and somebody watches. */
  readonly isWanted: () => boolean;
  /** Asks the replica for a view of the model as it is; undefined: nothing is trained yet, or nothing can be shown. */
  readonly ask: () => Promise<Sample | undefined>;
  /** The message takes the place of a picture of the ring (R19a). */
  readonly show: (message: SampleMessage) => void;
}

export class SampleGiver {
  #last: { readonly message: SampleMessage; readonly run: string } | undefined;
  #nextMs = -Infinity;
  #isAsking = false;

  constructor(private readonly deps: SampleGiverDeps) {}

  receive(event: ReplicaEvent): void {
    if (event.kind === 'snapshot') this.#consider(event.snapshot);
  }

  #consider({ step, config, lineage, ringPhase }: Snapshot): void {
    const { clock, isWanted, show } = this.deps;
    const nowMs = clock.now();
    const isInRing = ringPhase !== 'outside' && ringPhase !== 'catching-up';
    if (!config || !isInRing || this.#isAsking || nowMs < this.#nextMs || !isWanted()) return;
    const isText = config.data.kind === 'text' || config.data.kind === 'stories';
    this.#nextMs = nowMs + sampleEveryMs;
    const run = JSON.stringify([lineage, config.seed, config.data]);
    if (!isPublicData(config.data)) return show(packSample({ step, sample: 'own-data' }));
    // Whoever came meanwhile gets the last view again.
    if (this.#last?.run === run && this.#last.message.step === step) return show(this.#last.message);
    if (isText) this.#nextMs = nowMs + textEveryMs;
    void this.#make(step, run);
  }

  /** A replica that does not reply is asked again when the time of the next comes. */
  async #make(step: number, run: string): Promise<void> {
    const { ask, isWanted, show } = this.deps;
    this.#isAsking = true;
    const asked = await ask().then(
      (sample) => ({ sample }),
      () => undefined,
    );
    this.#isAsking = false;
    if (!asked || !isWanted() || (step === 0 && !asked.sample)) return;
    const message = packSample({ step, sample: asked.sample ?? 'not-drawable' });
    this.#last = { message, run };
    show(message);
  }
}
