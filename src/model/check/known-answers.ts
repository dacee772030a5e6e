// Known answers (E20): before a device contributes, it runs every call of the room's model at reduced, ragged shapes, and
// each result is compared with its f64 reference. Drivers exist that compute nothing and report no error.
import type { Engine, Precision } from '../engine';
import { compile } from '../plan/plan';
import type { ModelSpec } from '../spec';
import { wrongAnswer, wrongTensors } from './judge';
import { knownCalls, type KnownCall } from './known-calls';
import { reducedRows, reducedSpec } from './reduced-spec';

export class KnownAnswers {
  readonly #known: readonly KnownCall[];

  /** Computes the answers, in 1 to 30 ms for the presets. */
  constructor(
    spec: ModelSpec,
    readonly precision: Precision,
  ) {
    this.#known = knownCalls(compile(reducedSpec(spec), reducedRows), precision);
  }

  get calls(): number {
    return this.#known.length;
  }

  /** A sentence that names the wrong op and the device; undefined: all answers are right. Rejects with EngineError. */
  async ask(engine: Engine): Promise<string | undefined> {
    const results = await engine.runCalls(this.#known);
    return wrongAnswer(wrongTensors(this.#known, results, this.precision), engine.device);
  }
}
