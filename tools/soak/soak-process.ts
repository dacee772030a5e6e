// A replica of the soak in a separate process, as its parent sees it: loaded ahead of time, started on demand, and
// killed.
import { fork, type ChildProcess } from 'node:child_process';
import type { HostCommand, RoomTicket, RunConfig } from '../../src/replica/protocol';
import type { Death } from './soak-churn';
import type { SoakEvents, SoakMember } from './soak-member';
import type { FromSoakReplica, SoakState, ToSoakReplica } from './soak-messages';

export interface SoakProcessOptions {
  /** The replica as one file. */
  readonly bundle: string;
  readonly url: string;
  readonly ticket: RoomTicket;
  readonly config: RunConfig;
  /** Wait before each gradient. */
  readonly stepMs: number;
}

const keptNotices = 30;
const keptErrors = 4_000;
const recordMs = 5_000;

export class SoakProcess implements SoakMember {
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  readonly notices: string[] = [];
  name = 'spare';
  state: SoakState | undefined;
  mostRssBytes = 0;
  isDoomed = false;
  readonly #child: ChildProcess;
  #errors = '';
  #takeRecord: (text: string) => void = () => undefined;

  constructor(
    readonly options: SoakProcessOptions,
    readonly events: SoakEvents,
  ) {
    // The bundle needs no loaders of this process.
    this.#child = fork(options.bundle, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child.stderr!.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-keptErrors);
    });
    this.ready = new Promise((resolve) => {
      this.#child.on('message', (message: FromSoakReplica) => {
        if (message.kind === 'ready') resolve();
        else this.#receive(message);
      });
    });
    this.exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        resolve();
        if (!this.isDoomed)
          events.failed(this, `its process ended (${signal ?? code}) ${this.#errors}`.trim());
      });
    });
  }

  begin(isFirst: boolean): Promise<void> {
    const { url, ticket, config, stepMs } = this.options;
    this.#send({ kind: 'begin', url, ticket, name: this.name, stepMs, ...(isFirst && { config }) });
    return Promise.resolve();
  }

  submit(command: HostCommand): void {
    this.#send({ kind: 'command', command: { kind: 'host', command } });
  }

  #send(message: ToSoakReplica): void {
    // A killed process receives nothing more.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  die(death: Death): void {
    this.isDoomed = true;
    switch (death) {
      case 'silent':
        this.#child.kill('SIGKILL');
        return;
      case 'dropped':
        return this.#send({ kind: 'drop' });
      case 'leave':
        return this.#send({ kind: 'command', command: { kind: 'leave' } });
      default:
        death satisfies never;
    }
  }

  /** It is there and says nothing more. It ends with `die('silent')`, or with this process. */
  freeze(): void {
    this.isDoomed = true;
    const kill = (): void => void this.#child.kill('SIGKILL');
    process.once('exit', kill);
    this.#child.once('exit', () => process.off('exit', kill));
    this.#child.kill('SIGSTOP');
  }

  /** The replica’s flight record, or why there is none. */
  flightRecord(): Promise<string> {
    return new Promise((resolve) => {
      const limit = setTimeout(() => resolve('it did not answer'), recordMs);
      this.#takeRecord = (text) => {
        clearTimeout(limit);
        resolve(text);
      };
      this.#send({ kind: 'flight-record' });
    });
  }

  #receive(message: Exclude<FromSoakReplica, { kind: 'ready' }>): void {
    switch (message.kind) {
      case 'state':
        this.state = message.state;
        this.mostRssBytes = Math.max(this.mostRssBytes, message.state.rssBytes);
        return this.events.state(this);
      case 'steps':
        return this.events.steps(this, message.steps);
      case 'notice':
        this.notices.push(`${message.level}: ${message.text}`);
        if (this.notices.length > keptNotices) this.notices.shift();
        return;
      case 'flight-record':
        return this.#takeRecord(message.text);
      default:
        message satisfies never;
    }
  }
}
