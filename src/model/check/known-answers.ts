// Known answers (E20): before a device contributes, it runs every call of the room's model at reduced, ragged shapes, and
// each result is compared with its f64 reference. Drivers exist that compute nothing and report no error.
import { mapInPieces, type Pieces } from '../../base/in-pieces';
import type { Engine, Precision } from '../engine';
import type { ModelSpec } from '../spec';
import { wrongAnswer, wrongOf } from './judge';
import { eachKnownCall, type KnownCall } from './known-calls';
import { reducedPlan } from './reduced-spec';

export class KnownAnswers {
  private constructor(
    readonly known: readonly KnownCall[],
    readonly precision: Precision,
    readonly pieces: Pieces | undefined,
  ) {}

  /** Computes the answers, in 1 to 30 ms for the presets. Between two of them the thread may do other work. */
  static async make(spec: ModelSpec, precision: Precision, pieces?: Pieces): Promise<KnownAnswers> {
    const plan = reducedPlan(spec);
    const known = await mapInPieces(eachKnownCall(plan, precision), (call) => call, pieces);
    return new KnownAnswers(known, precision, pieces);
  }

  get calls(): number {
    return this.known.length;
  }

  /** A sentence that names the wrong op and the device; undefined: all answers are right. Rejects with EngineError. */
  async ask(engine: Engine): Promise<string | undefined> {
    const { known, precision, pieces } = this;
    const results = await engine.runCalls(known);
    const wrong = await mapInPieces(
      known.entries(),
      ([at, call]) => wrongOf(call, results[at], precision),
      pieces,
    );
    return wrongAnswer(wrong.flat(), engine.device);
  }
}
