// What the server counts, for Prometheus. Names and numbers only: no code, no address, no name of a person.
import type { CutKind } from './cut-off';
import { Counter, Gauge, Registry } from 'prom-client';

/** What is counted when it happens. */
export interface Counts {
  refused(code: string): void;
  relayed(bytes: number): void;
  cut(kind: CutKind): void;
}

/** What is looked up when it is asked for. */
export interface Levels {
  readonly connections: number;
  readonly rooms: number;
  readonly members: number;
  readonly observers: number;
  readonly unreadBytes: number;
  /** The living processes of this server, as this one knows them; 1 without others. */
  readonly processes: number;
  /** Requests and WebSockets under way to another process. */
  readonly forwarded: number;
}

export class Metrics implements Counts {
  readonly #registry = new Registry();
  readonly #refusals: Counter<'code'>;
  readonly #relayed: Counter;
  readonly #cuts: Counter<'kind'>;
  levels: () => Levels = () => noLevels;

  constructor() {
    const registers = [this.#registry];
    this.#refusals = new Counter({
      name: 'lockstep_refusals_total',
      help: 'Messages and packets refused',
      labelNames: ['code'],
      registers,
    });
    this.#relayed = new Counter({ name: 'lockstep_relayed_bytes_total', help: 'Bytes relayed', registers });
    this.#cuts = new Counter({
      name: 'lockstep_cuts_total',
      help: 'Connections cut off, by the bound that they broke',
      labelNames: ['kind'],
      registers,
    });
    const level = (name: string, help: string, of: keyof Levels): void => {
      const read = (): number => this.levels()[of];
      new Gauge({
        name: `lockstep_${name}`,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    };
    level('connections', 'TCP connections', 'connections');
    level('rooms', 'Rooms', 'rooms');
    level('members', 'Members of rooms', 'members');
    level('observers', 'Walls and devices that watch', 'observers');
    level('unread_bytes', 'Bytes that wait for sockets to read them', 'unreadBytes');
    level('processes', 'Living processes, as this one knows them', 'processes');
    level('forwarded', 'Requests and WebSockets passed on to another process', 'forwarded');
    new Gauge({
      name: 'lockstep_resident_bytes',
      help: 'Memory of the process',
      registers,
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
  }

  refused(code: string): void {
    this.#refusals.inc({ code });
  }

  relayed(bytes: number): void {
    this.#relayed.inc(bytes);
  }

  cut(kind: CutKind): void {
    this.#cuts.inc({ kind });
  }

  read(): Promise<string> {
    return this.#registry.metrics();
  }
}

const noLevels: Levels = {
  connections: 0,
  rooms: 0,
  members: 0,
  observers: 0,
  unreadBytes: 0,
  processes: 1,
  forwarded: 0,
};
