// Keeps watch over an engine while it trains: once the check at true shapes, then the known answers again and again, at
// less than one percent of the time. The trainer asks between two gradients.
import type { Saying } from '../../base/sayings';
import { detailOfError } from '../engine-detail';
import type { Clock } from '../../base/clock';
import { EngineError, type Engine } from '../engine';
import type { KnownAnswers } from './known-answers';
import type { Expected, TrueShapes } from './true-shapes';

/** A check that takes a second is repeated after a hundred. */
const share = 0.01;
const leastMs = 30_000;
/** The plain loops of the check at true shapes begin after the first gradients, which a person waits for. */
const idleFromLook = 3;

export interface WatchReports {
  /** The engine gave a wrong answer. */
  readonly refuse: (why: string) => void;
  /** The check at true shapes was not done, by no fault of the engine. It trains on, and known answers are asked. */
  readonly notDone: (why: Saying) => void;
}

export interface Watched {
  /** A sentence; undefined: the answers are right, or none was due. */
  readonly wrong: string | undefined;
  /** The engine no longer holds the parameters that it was given. */
  readonly needsParameters: boolean;
}

export class EngineWatch {
  #expected: Expected | undefined;
  #looks = 0;
  #dueMs: number;

  constructor(
    readonly engine: Engine,
    readonly known: KnownAnswers,
    readonly trueShapes: TrueShapes,
    readonly clock: Clock,
    readonly reports: WatchReports,
  ) {
    this.#dueMs = clock.now() + leastMs;
  }

  /** Does what is due. Not while a gradient is under way. Rejects with EngineError. */
  async look(): Promise<Watched> {
    // Plain loops are the reference: they need no check against themselves.
    if (++this.#looks === idleFromLook && this.trueShapes.isAffordable && this.engine.backend !== 'cpu')
      this.trueShapes.reference().then(
        (expected) => (this.#expected = expected),
        (error: unknown) => this.#notDone(error),
      );
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected) return this.#done({ wrong: await this.#atTrueShapes(expected), needsParameters: true });
    const startMs = this.clock.now();
    if (startMs < this.#dueMs) return { wrong: undefined, needsParameters: false };
    const wrong = await this.known.ask(this.engine);
    const endMs = this.clock.now();
    this.#dueMs = endMs + Math.max(leastMs, (endMs - startMs) / share);
    return this.#done({ wrong, needsParameters: false });
  }

  async #atTrueShapes(expected: Expected): Promise<string | undefined> {
    try {
      return await this.trueShapes.ask(this.engine, expected);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      this.#notDone(error);
      return undefined;
    }
  }

  #notDone(error: unknown): void {
    this.reports.notDone(detailOfError(error));
  }

  #done(watched: Watched): Watched {
    if (watched.wrong !== undefined) this.reports.refuse(watched.wrong);
    return watched;
  }
}
