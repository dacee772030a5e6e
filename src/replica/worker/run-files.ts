// The files of a replica's person: data that are given, and runs that are written and read again.
import { say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { notKept } from '../../base/storage-words';
import { appendExamples, type AddedExample } from '../../data/append-examples';
import type { RingMember } from '../../train/member/ring-member';
import type { ForkCheckpoint } from '../../train/participation/replica';
import { isFileData, isOwnData, isSharedData } from '../../train/run/data-shape';
import { hashConfig, parseRunConfig } from '../../train/run/run-config';
import type { FileStore } from '../files/file-store';
import type { CheckpointKind, Command, HostCommand, RunConfig } from '../protocol';
import type { Checkpoints } from './checkpoints';
import type { DataSharing } from './data-sharing';
import type { Hosting } from './hosting';
import type { NamedFiles } from './named-files';
import type { PagePort } from './page-port';
import type { ToWorker, WorkerReplies } from './worker-messages';

/** The fewest steps on what a person has added. */
const stepsForMended = 100;

export interface RunFilesParts {
  readonly begun: Pick<ToWorker & { kind: 'begin' }, 'replicasHere' | 'hostToken'>;
  readonly member: RingMember;
  readonly store: FileStore;
  readonly named: Pick<NamedFiles, 'add' | 'has'>;
  readonly checkpoints: Checkpoints;
  readonly hosting: Hosting;
  readonly sharing: DataSharing;
  readonly page: PagePort;
}

export class RunFiles {
  /** Settles once the last given files are in the store, or are refused. */
  #adding: Promise<unknown> = Promise.resolve();

  /** The hash of the run that shall train as soon as it is there. */
  #starts: string | undefined;

  constructor(readonly parts: RunFilesParts) {}

  addFiles({ inputFile, labelFile, name }: Command & { kind: 'provide-files' }): void {
    this.#adding = this.#add(this.parts.store.add(inputFile, labelFile, name));
  }

  addText({ text, named = [] }: Command & { kind: 'provide-text' }): void {
    const adding = named.map((file) => this.parts.named.add(file));
    this.#adding = Promise.all([...adding, this.#add(this.parts.store.addText(text))]);
    this.parts.member.prepareAgain(); // it waits for a text that is being read
  }

  addBase({ base }: Command & { kind: 'provide-base' }): void {
    const { named, member } = this.parts;
    const adding = named.add(base).then(() => member.prepareAgain());
    this.#adding = Promise.all([this.#adding, adding]);
  }

  async #add(adding: Promise<Result<string, 'bad-file'>>): Promise<void> {
    const added = await adding;
    if (!added.ok) this.parts.page.notice('error', added.error.says);
    this.parts.member.prepareAgain();
  }

  async save(what: CheckpointKind): Promise<WorkerReplies['checkpoint']> {
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
    if (read.value.kind === 'resume' && (await this.#lacksBase(read.value.config)))
      return page.notice('error', say('run-lacks-base'));
    // Without the data every member would leave the ring for it, also this one. A new room has no ring, and asks.
    const lacking = member.state && read.value.kind === 'resume' && (await this.#lacks(read.value.config));
    if (lacking) return page.notice('error', say('run-lacks-data', { name: lacking }));
    hosting.submit(read.value);
  }

  /** The host adds pictures to the images that the run trains on: they stand behind the others, and what is held out stays.
   *  The ring goes on from this replica's state. Members who were sent the data are sent what it is now (T7a). */
  async mend(added: readonly AddedExample[]): Promise<void> {
    const { hosting, page } = this.parts;
    if (!hosting.isHost) return page.notice('warning', say('only-host'));
    const mended = await this.#mended(added);
    if (!mended.ok) return page.notice('error', say('not-mended', { detail: mended.error.says }));
    for (const command of mended.value) {
      if (command.kind === 'resume') this.#starts = hashConfig(command.config);
      hosting.submit(command);
    }
  }

  /** The run may be another, or at rest: one that goes on from another begins paused. */
  look(): void {
    const { hosting, member } = this.parts;
    const { state } = member.replica.held ?? {};
    if (!state?.initialized || this.#starts === undefined || hashConfig(state.config) !== this.#starts)
      return;
    this.#starts = undefined;
    if (state.status === 'paused') hosting.submit({ kind: 'start' });
  }

  async #mended(added: readonly AddedExample[]): Promise<Result<readonly HostCommand[]>> {
    const { store, checkpoints, member, sharing, begun } = this.parts;
    const before = member.replica.held?.state.config.data;
    const files = before && this.#dataFiles();
    if (before?.kind !== 'idx' || !files) return fail('other-data', say('mends-own-images-only'));
    if (added.some(({ label }) => label >= before.classes)) return fail('bad-file', say('picture-misfit'));
    const grown = await appendExamples(files[0], files[1], added);
    if (!grown.ok) return grown;
    const stored = await store.add(grown.value.inputFile, grown.value.labelFile, before.name);
    if (!stored.ok) return stored;
    // With a person's pictures it is no longer what was published.
    const { origin: _, ...data } = {
      ...before,
      sha256: stored.value,
      examples: before.examples + added.length,
      added: (before.added ?? 0) + added.length,
    };
    const saved = await checkpoints.save('run');
    if (!saved.ok) return saved;
    const read = await checkpoints.read({ kind: 'resume', file: saved.value.file });
    if (!read.ok || read.value.kind !== 'resume') return read.ok ? ok([]) : read;
    const { config } = read.value;
    const steps = Math.max(config.steps, (member.replica.held?.state.step ?? 0) + stepsForMended);
    const next = parseRunConfig({ ...config, steps, data });
    if (!next.ok) return next;
    if (begun.hostToken && member.share.offer?.isOpen && member.share.offer.sha256 === before.sha256) {
      const offered = await sharing.offer(begun.hostToken, true, data);
      if (!offered.ok) return offered;
    }
    const isGiven = member.board.document.copyOf === before.sha256;
    return ok([
      ...(isGiven ? [{ kind: 'give-copies', data: data.sha256 } as const] : []),
      { ...read.value, config: next.value },
    ]);
  }

  /** Nobody could give it to the others. */
  async #lacksBase({ base }: RunConfig): Promise<boolean> {
    if (!base) return false;
    await this.#adding;
    return !(await this.parts.named.has(base));
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
