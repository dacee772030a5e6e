// Keeps watch over an engine while it trains: once the check at true shapes, then the known answers again and again, at
// less than one percent of the time. The trainer asks between two gradients.
import type { Clock } from '../../base/clock';
import type { Engine } from '../engine';
import type { ModelSpec } from '../spec';
import type { KnownAnswers } from './known-answers';
import { TrueShapes } from './true-shapes';

/** A check that takes a second is repeated after a hundred. */
const share = 0.01;
const leastMs = 30_000;
/** The plain loops of the check at true shapes begin after the first gradients, which a person waits for. */
const idleFromLook = 3;

export interface Watched {
  /** A sentence; undefined: the answers are right, or none was due. */
  readonly wrong: string | undefined;
  /** The engine no longer holds the parameters that it was given. */
  readonly needsParameters: boolean;
}

export class EngineWatch {
  readonly #trueShapes: TrueShapes;
  #expected: Awaited<ReturnType<TrueShapes['reference']>> | undefined;
  #looks = 0;
  #dueMs: number;

  /** `refuse` is told of a wrong answer. */
  constructor(
    readonly engine: Engine,
    readonly spec: ModelSpec,
    readonly known: KnownAnswers,
    readonly clock: Clock,
    readonly refuse: (why: string) => void,
  ) {
    this.#trueShapes = new TrueShapes(spec);
    this.#dueMs = clock.now() + leastMs;
  }

  /** Does what is due. Not while a gradient is under way. Rejects with EngineError. */
  async look(): Promise<Watched> {
    // Plain loops are the reference: they need no check against themselves.
    if (++this.#looks === idleFromLook && this.#trueShapes.isAffordable && this.engine.backend !== 'cpu')
      void this.#trueShapes.reference().then((expected) => (this.#expected = expected));
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected) {
      const wrong = await this.#trueShapes.ask(this.engine, expected);
      return this.#done({ wrong, needsParameters: true });
    }
    const startMs = this.clock.now();
    if (startMs < this.#dueMs) return { wrong: undefined, needsParameters: false };
    const wrong = await this.known.ask(this.engine);
    const endMs = this.clock.now();
    this.#dueMs = endMs + Math.max(leastMs, (endMs - startMs) / share);
    return this.#done({ wrong, needsParameters: false });
  }

  #done(watched: Watched): Watched {
    if (watched.wrong !== undefined) this.refuse(watched.wrong);
    return watched;
  }
}
