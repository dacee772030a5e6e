// Known answers: before a device contributes, it runs every call of the room's model at reduced, ragged shapes, and each
// result is compared with its f64 reference. Drivers exist that compute nothing and report no error.
import type { Engine } from '../engine';
import { compile } from '../plan/plan';
import type { ModelSpec } from '../spec';
import { wrongAnswer, wrongTensors } from './judge';
import { knownCalls, type KnownCall } from './known-calls';
import { reducedRows, reducedSpec } from './reduced-spec';

export class KnownAnswers {
  readonly #known: readonly KnownCall[];

  /** Once per engine: the answers are computed here, 10 to 30 ms for the presets. */
  constructor(
    readonly engine: Engine,
    spec: ModelSpec,
  ) {
    this.#known = knownCalls(compile(reducedSpec(spec), reducedRows), engine.precision);
  }

  get calls(): number {
    return this.#known.length;
  }

  /** A sentence that names the wrong op and the device; undefined: all answers are right. Rejects with EngineError. */
  async ask(): Promise<string | undefined> {
    const { engine } = this;
    const results = await engine.runCalls(this.#known);
    return wrongAnswer(wrongTensors(this.#known, results, engine.precision), engine.device);
  }
}
