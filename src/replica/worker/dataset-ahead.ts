// The dataset of the run that the page expects, drawn before a replica wants it: while a person reads the Join screen.
// The split is made too. One dataset is kept, and only a small one. Drawing rests between its parts, until it is
// wanted.
import type { Clock } from '../../base/clock';
import type { Dataset } from '../../data/dataset';
import { loadDatasetWithPauses, type BuiltInData } from '../../data/load-dataset';
import { splitDataset } from '../../data/split';
import { yieldToLoop } from '../../base/yield-to-loop';
import { isFileData } from '../../train/run/data-shape';
import type { RunConfig } from '../protocol';

/** The most examples: as digits they take 16 MB. */
const mostExamples = 20_000;
/** A part takes some five milliseconds: a core is a third busy. */
const restMs = 10;

interface Drawing {
  readonly key: string;
  readonly dataset: Promise<Dataset>;
  /** Continues from now on without rests. */
  readonly hurry: () => void;
  readonly stop: () => void;
}

export class DatasetAhead {
  #drawing: Drawing | undefined;

  constructor(readonly clock: Clock) {}

  /** Begins to draw this run's dataset, unless it comes from a file or is large. */
  expect({ data, seed, validationExamples }: RunConfig): void {
    if (isFileData(data) || data.examples > mostExamples) return this.stop();
    if (this.#drawing?.key === keyOf(data, seed)) return;
    this.stop();
    this.#drawing = this.#draw(data, seed, validationExamples);
  }

  /** The dataset as drawn ahead, or drawn now. It is given away once. */
  async load(data: BuiltInData, seed: number): Promise<Dataset> {
    const drawing = this.#drawing;
    this.#drawing = undefined;
    if (drawing?.key !== keyOf(data, seed)) {
      drawing?.stop();
      return loadDatasetWithPauses(data, seed, yieldToLoop);
    }
    drawing.hurry();
    return drawing.dataset;
  }

  stop(): void {
    this.#drawing?.stop();
    this.#drawing = undefined;
  }

  #draw(data: BuiltInData, seed: number, validationExamples: number): Drawing {
    let pace: 'calm' | 'hurried' | 'stopped' = 'calm';
    let endRest = (): void => undefined;
    const rest = (): Promise<void> =>
      new Promise((resolve) => {
        const cancel = this.clock.after(restMs, resolve);
        endRest = () => {
          cancel();
          resolve();
        };
      });
    const pause = async (): Promise<void> => {
      await (pace === 'calm' ? rest() : yieldToLoop());
      if (pace === 'stopped') throw new Error('this dataset is not wanted');
    };
    const dataset = pause()
      .then(() => loadDatasetWithPauses(data, seed, pause))
      .then((drawn) => {
        splitDataset(drawn, validationExamples, seed); // it is remembered
        return drawn;
      });
    dataset.catch(() => undefined); // nobody waits for one that was stopped
    const goOn = (next: 'hurried' | 'stopped') => (): void => {
      pace = next;
      endRest();
    };
    return { key: keyOf(data, seed), dataset, hurry: goOn('hurried'), stop: goOn('stopped') };
  }
}

function keyOf(data: BuiltInData, seed: number): string {
  return JSON.stringify([data, seed]);
}
