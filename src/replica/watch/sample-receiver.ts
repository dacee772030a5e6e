// An observer's end of the model's view (R19g): that of the member whose pictures are shown, and of the run that they are of.
import type { ShownPicture } from './picture-choice';
import { readSample, type SeenSample } from './sample-message';

/** Members send less often: what comes sooner is not drawn. */
export const drawnEveryMs = 1_000;

export class SampleReceiver {
  #seen: SeenSample | undefined;
  #takenMs = -Infinity;
  #task: unknown;

  /** False: the data is about something else. */
  receive(data: unknown, from: string, shown: ShownPicture | undefined, nowMs: number): boolean {
    const sample = readSample(data);
    if (!sample) return false;
    if (from !== shown?.from || nowMs - this.#takenMs < drawnEveryMs) return true;
    [this.#seen, this.#takenMs, this.#task] = [sample, nowMs, shown.picture.task];
    return true;
  }

  /** undefined: none came yet of the run in this picture. A picture of far fewer steps is of another run. */
  of(shown: ShownPicture | undefined): SeenSample | undefined {
    if (!shown || !this.#seen) return undefined;
    const { task, step } = shown.picture;
    if (task !== this.#task || 2 * step < this.#seen.step) this.#seen = undefined;
    return this.#seen;
  }
}
