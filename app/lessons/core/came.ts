// Packs the results of a lesson's runs into the numbers that travel to a class (H19). Pure.
import type { LessonRun } from '../../../src/replica/protocol';
import type { Values } from './control';
import { lineOf, packLine, type Line } from './curve';
import type { Facts, Lesson, Outcome } from './lesson';
import { valueOf } from './prediction';
import { stepsTaken, type TrialResult } from './trial';

export interface Came {
  readonly measured: number;
  readonly run: LessonRun;
}

/** `measured` is NaN where nothing was measured. */
export function packCame(
  lesson: Lesson,
  values: Values,
  results: readonly TrialResult[],
  { measured, facts }: Pick<Outcome, 'measured' | 'facts'>,
): Came {
  const steps = stepsTaken(results);
  return {
    measured: valueOf(lesson.question(values), measured),
    run: {
      ...packRun(
        results.map((result) => lineOf(result, lesson)),
        steps,
        steps,
      ),
      facts: packFacts(facts),
    },
  };
}

/** `done` of `of` steps. */
export function packRun(lines: readonly Line[], done: number, of: number): LessonRun {
  return { done: Math.min(done, of), of, curves: lines.map(packLine) };
}

function packFacts(facts: Facts): (number | null)[] {
  return facts.map((fact) => (Number.isFinite(fact) ? fact : null));
}
