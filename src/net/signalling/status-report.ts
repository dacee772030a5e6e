// The status that this member shows at the server: whether it is in the ring and holds the key, and the ring's progress
// (R16), and its name. A status that the server did not take is sent again.
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

/** What others see of this member, beside its key. */
export interface ShownStatus {
  readonly inRing: boolean;
  /** True in a ring whose state says that the room shows two-word names only (H12). */
  readonly hidesNames?: true | undefined;
  /** What it calls itself. */
  readonly name: string;
}

const retryMs = 2000;

export class StatusReport {
  readonly #progress: ProgressReport;
  #shown: ShownStatus;
  #isStopped = false;

  /** `nameAtJoin`: what every join of this member calls it. */
  constructor(
    private readonly deps: StatusReportDeps,
    readonly nameAtJoin: string,
  ) {
    this.#shown = { inRing: false, name: nameAtJoin };
    this.#progress = new ProgressReport(deps.clock, () => this.send());
  }

  get shown(): ShownStatus {
    return this.#shown;
  }

  show(change: Partial<ShownStatus>): void {
    const before = JSON.stringify(this.#shown);
    this.#shown = { ...this.#shown, ...change };
    if (JSON.stringify(this.#shown) !== before) this.send();
  }

  reportProgress(progress: RingProgress | undefined): void {
    this.#progress.report(progress);
  }

  /** The server took its join, and knows it by the name of that. */
  entered(): void {
    this.#shown = { ...this.#shown, name: this.nameAtJoin };
  }

  /** This member has just joined: the server does not know its progress. */
  joined(): void {
    this.#progress.forget();
    this.#progress.report(this.#progress.current);
  }

  send(): void {
    const { clock, hasKey, isRegistered, send } = this.deps;
    if (!isRegistered()) return;
    const { current: progress } = this.#progress;
    this.#progress.markSent();
    const status = {
      kind: 'status',
      ...this.#shown,
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
