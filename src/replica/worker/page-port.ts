// What the Worker's half of a replica says to its page.
import type { Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { FromWorker } from './worker-messages';

type PageEvent = Extract<FromWorker, { kind: 'event' }>['event'];

export class PagePort {
  constructor(
    readonly send: (message: FromWorker) => void,
    readonly clock: Pick<Clock, 'epochMs'>,
  ) {}

  event(event: PageEvent): void {
    this.send({ kind: 'event', event });
  }

  notice(level: 'info' | 'good' | 'warning' | 'error', says: Saying): void {
    this.event({ kind: 'notice', notice: { atMs: this.clock.epochMs(), level, says } });
  }
}
