// The status that this member shows at the server: whether it is in the ring and holds the key, and the ring's progress
// (R16). A status that the server did not take is sent again.
import type { Clock } from '../../base/clock';
import type { ClientMessage, RingProgress } from '../room/room-messages';
import { ProgressReport } from './progress-report';

export interface StatusReportDeps {
  readonly clock: Clock;
  readonly hasKey: () => boolean;
  /** Is this member in the room at the server? If not, its next join sends the status. */
  readonly isRegistered: () => boolean;
  /** Resolves to true when the server took it. */
  readonly send: (status: Extract<ClientMessage, { kind: 'status' }>) => Promise<boolean>;
}

const retryMs = 2000;

export class StatusReport {
  readonly #deps: StatusReportDeps;
  readonly #progress: ProgressReport;
  #inRing = false;
  #isStopped = false;

  constructor(deps: StatusReportDeps) {
    this.#deps = deps;
    this.#progress = new ProgressReport(deps.clock, () => this.send());
  }

  get inRing(): boolean {
    return this.#inRing;
  }

  setInRing(inRing: boolean): void {
    if (this.#inRing === inRing) return;
    this.#inRing = inRing;
    this.send();
  }

  reportProgress(progress: RingProgress | undefined): void {
    this.#progress.report(progress);
  }

  /** This member has just joined: the server does not know its progress. */
  joined(): void {
    this.#progress.forget();
    this.#progress.report(this.#progress.current);
  }

  send(): void {
    const { clock, hasKey, isRegistered, send } = this.#deps;
    if (!isRegistered()) return;
    const { current: progress } = this.#progress;
    this.#progress.markSent();
    const status = {
      kind: 'status',
      inRing: this.#inRing,
      hasKey: hasKey(),
      ...(progress && { progress }),
    } as const;
    void send(status).then((isTaken) => {
      if (!isTaken && !this.#isStopped) clock.after(retryMs, () => this.send());
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#progress.stop();
  }
}
