// A line in the log for each minute in which somebody came, went, was refused or was cut off. It has numbers alone, so that
// reading the log tells of nobody.
import type { Clock } from '../base/clock';
import type { CutKind } from './cut-off';
import type { Counts, Levels } from './metrics';
import type { ServerLog } from './server-log';

const reportEveryMs = 60_000;

export class MinuteReport implements Counts {
  /** 'refused room-not-found' → how often since the last line. */
  readonly #counts = new Map<string, number>();
  #before = '';
  #cancel: (() => void) | undefined;

  /** Counts go on to `counts` too. */
  constructor(
    private readonly counts: Counts,
    private readonly levels: () => Pick<Levels, 'connections' | 'rooms' | 'members' | 'observers'>,
    private readonly log: ServerLog,
    private readonly clock: Clock,
  ) {
    this.#before = JSON.stringify(this.#rooms());
    this.#wait();
  }

  refused(code: string): void {
    this.#add(`refused ${code}`, 1);
    this.counts.refused(code);
  }

  relayed(bytes: number): void {
    this.#add('relayed bytes', bytes);
    this.counts.relayed(bytes);
  }

  cut(kind: CutKind): void {
    this.#add(`cut ${kind}`, 1);
    this.counts.cut(kind);
  }

  close(): void {
    this.#cancel?.();
    this.#report();
  }

  #wait(): void {
    this.#cancel = this.clock.after(reportEveryMs, () => {
      this.#report();
      this.#wait();
    });
  }

  #report(): void {
    const rooms = this.#rooms();
    const now = JSON.stringify(rooms);
    if (now === this.#before && this.#counts.size === 0) return;
    this.#before = now;
    const { connections } = this.levels();
    this.log.info('the last minute', { connections, ...rooms, ...Object.fromEntries(this.#counts) });
    this.#counts.clear();
  }

  #rooms(): Readonly<Record<'rooms' | 'members' | 'observers', number>> {
    const { rooms, members, observers } = this.levels();
    return { rooms, members, observers };
  }

  #add(what: string, count: number): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }
}
