// The files of a replica's person: data that are given, and runs that are written and read again.
import { say } from '../../base/sayings';
import { ok, type Result } from '../../base/result';
import { notKept } from '../../base/storage-words';
import type { RingMember } from '../../train/member/ring-member';
import type { ForkCheckpoint } from '../../train/participation/replica';
import { isFileData, isOwnData, isSharedData } from '../../train/run/data-shape';
import type { FileStore } from '../files/file-store';
import type { Command, RunConfig } from '../protocol';
import type { Checkpoints } from './checkpoints';
import type { Hosting } from './hosting';
import type { PagePort } from './page-port';
import type { ToWorker, WorkerReplies } from './worker-messages';

export interface RunFilesParts {
  readonly begun: Pick<ToWorker & { kind: 'begin' }, 'replicasHere' | 'hostToken'>;
  readonly member: RingMember;
  readonly store: FileStore;
  readonly checkpoints: Checkpoints;
  readonly hosting: Hosting;
  readonly page: PagePort;
}

export class RunFiles {
  /** Settles once the last given files are in the store, or are refused. */
  #adding: Promise<void> = Promise.resolve();

  constructor(readonly parts: RunFilesParts) {}

  addFiles({ inputFile, labelFile, name }: Command & { kind: 'provide-files' }): void {
    this.#adding = this.#add(this.parts.store.add(inputFile, labelFile, name));
  }

  addText({ text }: Command & { kind: 'provide-text' }): void {
    this.#adding = this.#add(this.parts.store.addText(text));
    this.parts.member.prepareAgain(); // it waits for a text that is being read
  }

  async #add(adding: Promise<Result<string, 'bad-file'>>): Promise<void> {
    const added = await adding;
    if (!added.ok) this.parts.page.notice('error', added.error.says);
    this.parts.member.prepareAgain();
  }

  async save(what: 'run' | 'fork'): Promise<WorkerReplies['checkpoint']> {
    const saved = await this.parts.checkpoints.save(what);
    return saved.ok ? ok({ ...saved.value, data: this.#dataFiles() }) : saved;
  }

  /** The files that the run trains on; undefined: it has none, or each member keeps its own to itself. */
  #dataFiles(): readonly Blob[] | undefined {
    const data = this.parts.member.replica.held?.state.config.data;
    return isSharedData(data) ? this.parts.store.given(data.sha256) : undefined;
  }

  async resume(command: Command & { kind: 'resume' }): Promise<void> {
    const { hosting, page, checkpoints, member } = this.parts;
    if (!hosting.isHost) return page.notice('warning', say('only-host'));
    const read = await checkpoints.read(command);
    if (!read.ok) return page.notice('error', say('run-unusable', { detail: read.error.says }));
    // Without the data every member would leave the ring for it, also this one. A new room has no ring, and asks.
    const lacking = member.state && read.value.kind === 'resume' && (await this.#lacks(read.value.config));
    if (lacking) return page.notice('error', say('run-lacks-data', { name: lacking }));
    hosting.submit(read.value);
  }

  /** The name of the data that this device has to be given first. */
  async #lacks({ data }: RunConfig): Promise<string | undefined> {
    const { store } = this.parts;
    if (!isFileData(data)) return undefined;
    await this.#adding;
    const isHere = isOwnData(data) ? store.last(data.kind) !== undefined : store.has(data.sha256);
    return isHere ? undefined : data.name;
  }

  /** Writes the run to this device's storage when that is due. */
  autosave(): Promise<void> {
    return this.#keep(() => this.parts.checkpoints.autosave());
  }

  keepFork(fork: ForkCheckpoint): Promise<void> {
    return this.#keep(() => this.parts.checkpoints.keepFork(fork));
  }

  /** Several replicas of one page hold the same bits: only the host's writes. */
  async #keep(write: () => Promise<number | undefined>): Promise<void> {
    const { begun, page } = this.parts;
    if (begun.replicasHere > 1 && !begun.hostToken) return;
    await write().then(
      (step) => {
        if (step !== undefined) page.event({ kind: 'kept', step, atMs: page.clock.epochMs() });
      },
      (error: unknown) => page.notice('warning', notKept(error)),
    );
  }
}
