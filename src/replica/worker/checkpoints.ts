// This replica's files of its run: written on demand and by itself, and read to go on from one. Training goes on between
// two pieces of a file.
import { say } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';
import { tokenizerFileOf } from '../../data/recipe-tokens';
import { yieldToLoop } from '../../base/yield-to-loop';
import {
  checkpointFile,
  checkpointName,
  checkpointPieces,
  type Surroundings,
} from '../../train/checkpoint/write-checkpoint';
import { readCheckpoint } from '../../train/checkpoint/read-checkpoint';
import type { RingMember } from '../../train/member/ring-member';
import type { ForkCheckpoint } from '../../train/participation/replica';
import { choosePath } from '../../simd/choose-path';
import type { VersionedState } from '../../train/state/versioned-state';
import { runOfFile } from '../files/saved-run-files';
import { keepRun, savedRunsFolder } from '../files/saved-runs';
import { sheetOfData } from '../data-sheet';
import type { Checkpoint, CheckpointKind, Command, HostCommand, StepRecord } from '../protocol';
import type { NamedFiles } from './named-files';
import { AutosaveTimes } from './autosave-times';

export class Checkpoints {
  readonly #times = new AutosaveTimes();
  #isSaving = false;
  #lineage = '';
  /** Runs that were written since this replica came to its room (J8e). */
  readonly #stay = new Set<string>();

  constructor(
    readonly member: RingMember,
    readonly clock: Clock,
    readonly lastStep: () => StepRecord | undefined,
    readonly named: Pick<NamedFiles, 'add'>,
  ) {
    member.membership.on('installed', ({ lineage }) => (this.#lineage = lineage));
  }

  /** The run as this replica holds it, its best, or what it held of a lineage that yielded. */
  async save(what: CheckpointKind): Promise<Result<Checkpoint, 'nothing-to-save'>> {
    const { replica } = this.member;
    const fork = what === 'fork' ? replica.forkCheckpoint : undefined;
    const held = { run: replica.held, fork: fork?.held, best: replica.best }[what];
    if (!held?.state.initialized) return fail('nothing-to-save', say('nothing-to-save'));
    const around = { ...this.#around(held), ...(fork && { lineage: fork.lineage }) };
    const file = await replica.whileKept(held, (kept) => checkpointFile(kept, around, yieldToLoop));
    return ok({ name: nameOf(around, held), file });
  }

  /** Writes the run to this device's storage when that is due. Resolves with the step once a file is there. */
  async autosave(): Promise<number | undefined> {
    const { replica, phase } = this.member;
    const { held } = replica;
    if (this.#isSaving || !held?.state.initialized) return undefined;
    const { run, step } = held.state;
    const view = { phase: phase.kind, run: `${this.#lineage} ${run}`, step, nowMs: this.clock.now() };
    if (!this.#times.isDue(view)) return undefined;
    this.#isSaving = true;
    this.#times.tried(view);
    try {
      const { best } = replica;
      // A run has the places of two files: the best takes the one before the last.
      if (best && phase.kind === 'finished') await this.#keep(best, this.#around(best));
      return (await this.#keep(held, this.#around(held))) === 'new' ? step : undefined;
    } finally {
      this.#isSaving = false;
    }
  }

  /** Writes at once what this replica held of a lineage that it is out of (J8), and resolves as `autosave` does. */
  async keepFork({ lineage, held }: ForkCheckpoint): Promise<number | undefined> {
    const file = await this.#keep(held, { ...this.#around(held), lineage });
    return file && held.state.step;
  }

  /** Undefined: this device keeps no files. */
  async #keep(held: VersionedState, around: Surroundings): Promise<'new' | 'there already' | undefined> {
    return this.member.replica.whileKept(held, async (kept) => {
      const folder = await savedRunsFolder();
      if (!folder) return undefined;
      const pieces = checkpointPieces(kept, around);
      const name = nameOf(around, kept);
      this.#stay.add(runOfFile(name) ?? name);
      const isNew = await keepRun(folder, name, pieces, yieldToLoop, [...this.#stay]);
      return isNew ? 'new' : 'there already';
    });
  }

  /** Reads a saved run whole; the command then names it. On failure nothing changes. */
  async read({ file, steps }: Command & { kind: 'resume' }): Promise<Result<HostCommand>> {
    const read = await readCheckpoint(file instanceof Blob ? file : new Blob([file]));
    if (!read.ok) return read;
    const { held, vocabulary } = read.value;
    const tokenizer = vocabulary && tokenizerFileOf(vocabulary);
    if (tokenizer) await this.named.add(new Blob([tokenizer]));
    this.member.replica.savedRun = held;
    const { config } = held.state;
    const { self } = this.member.options;
    return ok({
      kind: 'resume',
      config: { ...config, steps: steps ?? config.steps },
      member: self,
      digest: held.digest,
    });
  }

  #around({ state }: VersionedState): Surroundings {
    const { ready } = this.member.replica;
    const last = this.lastStep();
    const text = ready?.dataset.text;
    return {
      lineage: this.#lineage,
      savedAtMs: this.clock.epochMs(),
      // The best state may be older than the last step. Another may hold a step that no header has committed.
      loss: last?.run === state.run && last.step <= state.step ? last.loss : undefined,
      engine: ready && {
        backend: ready.engine.backend,
        device: ready.engine.device,
        precision: ready.engine.precision,
        // The engine was made in this thread, which keeps its choice.
        kernels: ready.engine.backend === 'simd' ? choosePath() : '',
      },
      vocabulary: text?.vocabulary,
      sheet: ready && sheetOfData(state.config.data, ready),
    };
  }
}

function nameOf({ lineage }: Surroundings, { state }: VersionedState): string {
  return checkpointName(lineage, state.run, state.step);
}
