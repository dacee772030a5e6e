// When the state is written to this device's own storage: every few minutes while it trains, and once when the run
// pauses or ends. Pure.
import type { Phase } from '../protocol';

/** What is lost at most when the tab ends; a file is written in much less. */
export const autosaveEveryMs = 3 * 60_000;

export interface AutosaveView {
  readonly phase: Phase['kind'];
  /** Names the run: lineage and number. */
  readonly run: string;
  /** Finished steps. */
  readonly step: number;
  readonly nowMs: number;
}

export class AutosaveTimes {
  #last: { readonly run: string; readonly step: number; readonly atMs: number } | undefined;

  isDue({ phase, run, step, nowMs }: AutosaveView): boolean {
    // The first look at a run counts as its last file: what it holds then came from elsewhere, or is untrained.
    if (this.#last?.run !== run) this.#last = { run, step, atMs: nowMs };
    if (step === 0 || step === this.#last.step) return false;
    if (phase === 'paused' || phase === 'finished' || phase === 'diverged') return true;
    return phase === 'training' && nowMs >= this.#last.atMs + autosaveEveryMs;
  }

  /** A file was tried, whether or not it was written: the next one is due after the usual time. */
  tried({ run, step, nowMs }: Omit<AutosaveView, 'phase'>): void {
    this.#last = { run, step, atMs: nowMs };
  }
}
