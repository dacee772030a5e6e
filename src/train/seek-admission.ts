// Outside: learn of a ring, prepare for its run, ask to be admitted, and wait until a view names this replica; or begin
// the ring, when that is wished and none is in sight by the time its run is prepared.
import type { Clock } from '../base/clock';
import { EngineError } from '../model/engine';
import type { MemberId } from '../membership/view';
import { engineCode } from './failed-attempt';
import type { Hellos } from './hellos';
import type { Hub } from './hub';
import type { MemberView } from './member-view';
import type { Phase, ReplicaErrorCode } from './phase';
import type { ReplicaState } from './replica-state';
import { hashConfig, type RunConfig } from './run-config';
import { PrepareError } from './trainer-options';
import { Wake } from './wake';

export interface AdmissionOptions {
  readonly clock: Clock;
  readonly members: MemberView;
  readonly hellos: Hellos;
  readonly replica: ReplicaState;
  readonly hub: Pick<Hub, 'peers'>;
  readonly nameOf: (member: MemberId) => string;
  /** Aborts when the replica ends. */
  readonly end: AbortSignal;
  readonly enter: (phase: Phase) => void;
  readonly fail: (code: ReplicaErrorCode, message: string) => void;
  readonly onFounded: () => void;
}

export class SeekAdmission {
  /** Is prepared for a ring in sight. */
  wantsIn = false;
  readonly #options: AdmissionOptions;
  readonly #stirred = new Wake();
  #founding: RunConfig | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Begins the ring with this configuration, unless a ring is in sight by the time it is prepared. */
  found(config: RunConfig): void {
    this.#founding = config;
  }

  /** Something a waiting newcomer should look at. */
  stir(): void {
    this.#stirred.raise();
  }

  /** Until this replica is in a view, or ends. */
  async run(): Promise<void> {
    const { clock, members, hellos, hub, nameOf, end, enter } = this.#options;
    const sinceMs = clock.now();
    const abort = new AbortController();
    const stop = [
      members.on('installed', () => abort.abort(new Error('admitted'))),
      onAbort(end, () => abort.abort(new Error('the replica ended'))),
    ];
    try {
      while (!abort.signal.aborted) {
        const config = hellos.ring()?.config ?? undefined;
        const founding = config ? undefined : this.#founding;
        this.wantsIn = config !== undefined && (await this.#prepare(config));
        if (abort.signal.aborted) return;
        if (founding && (await this.#prepare(founding)) && !hellos.ring()) return this.#begin(founding);
        if (abort.signal.aborted) return;
        hellos.tell();
        if (this.wantsIn || !config)
          enter({ kind: 'connecting', waitingFor: hub.peers().map(nameOf), sinceMs });
        await this.#stirred.wait(abort.signal);
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    } finally {
      this.wantsIn = false;
      for (const remove of stop) remove();
    }
  }

  #begin(config: RunConfig): void {
    const { replica, members, onFounded } = this.#options;
    this.#founding = undefined;
    replica.begin(config);
    members.input({ kind: 'found' });
    onFounded();
  }

  /** False: not possible on this device for now; the phase says why. */
  async #prepare(config: RunConfig): Promise<boolean> {
    const { replica, end, enter, fail } = this.#options;
    if (replica.ready?.configHash !== hashConfig(config))
      enter({ kind: 'starting', doing: 'compiling the model' });
    try {
      await replica.prepareFor(config, end);
      return true;
    } catch (error) {
      if (end.aborted) return false;
      if (error instanceof PrepareError && error.phase.kind === 'needs-file') enter(error.phase);
      else if (error instanceof PrepareError && error.phase.kind === 'failed')
        fail(error.phase.error.code, error.phase.error.message);
      else if (error instanceof EngineError) fail(engineCode(error), error.message);
      else throw error;
      return false;
    }
  }
}

function onAbort(signal: AbortSignal, action: () => void): () => void {
  signal.addEventListener('abort', action);
  if (signal.aborted) action();
  return () => signal.removeEventListener('abort', action);
}
