// A lesson: predict → run → explain, and a challenge that the program checks. What is long to read stands apart (`words.ts`
// of each lesson). Everything here is pure but the runs, which `run/` makes.
import type { DrawnSum } from '../../panels/sum/drawn-sum';
import type { RunConfig } from '../../../src/replica/protocol';
import type { Control, Values } from './control';
import type { Answer, Question } from './prediction';
import type { Timeline } from '../virtual-ring/timeline';
import type { Trial, TrialResult } from './trial';

/** The order in which they stand. */
export const lessonIds = [
  'how-a-sum-travels',
  'one-model',
  'effective-batch',
  'communication-wall',
  'fuse-and-overlap',
  'fewer-bytes',
  'talk-less',
  'peer-dies',
  'when-it-stops',
] as const;
export type LessonId = (typeof lessonIds)[number];

/** Words for a teacher, on a page of its own, which loads them. */
export interface TeacherWords {
  readonly goal: string;
  readonly before: string;
  /** The picture of the run as it usually comes. */
  readonly expected: string;
  /** How the challenge is met. */
  readonly solution: string;
  readonly short: readonly Slot[];
  readonly long: readonly Slot[];
  readonly say: readonly string[];
  readonly wrong: readonly (readonly [what: string, remedy: string])[];
}

export type Slot = readonly [minutes: number, what: string];

export interface LessonWords {
  /** The sentences before the prediction, beside the lesson's picture. */
  readonly story: readonly [string, string];
  /** The challenge, as a task. */
  readonly task: string;
}

/** What the runs showed, in numbers that were measured or computed. */
export interface Outcome {
  /** The answer to the question. */
  readonly measured: Answer;
  readonly figures: readonly (readonly [name: string, value: string])[];
  /** Numbers in the explanation. */
  readonly facts: Facts;
  readonly challenge: { readonly isMet: boolean; readonly why: string };
  readonly bars?: Bars;
}

/** Numbers in the lesson's own order, by which every device of a class explains what came (H19); null: not measured. */
export type Facts = readonly (number | null)[];

/** A small picture of a few amounts. */
export interface Bars {
  readonly title: string;
  /** A limit: a line across the bars at this value. Absent: there is none. */
  readonly limit?: { readonly value: number; readonly words: string };
  readonly items: readonly { readonly label: string; readonly value: number; readonly words: string }[];
}

/** A sum that a lesson draws. */
export interface LessonSum {
  readonly way: DrawnSum['way'];
  readonly tabs: number;
  /** The position of a tab that is lost while the sum is under way. */
  readonly lost?: number;
}

export interface Lesson {
  readonly id: LessonId;
  readonly words: () => LessonWords;
  readonly controls: () => readonly Control[];
  /** The lesson’s pages lead to the network calculator. */
  readonly hasCalculator?: true;
  /** The curve that the chart draws, which is also the one judged. Absent: the held-out loss. */
  readonly draws?: 'held-out' | 'step times' | 'steps by time';
  /** Each point is the mean of up to so many evaluations. Absent: of one. */
  readonly smoothing?: number;
  /** Where its two lines are compared. Absent: they are not. */
  readonly compares?: 'end' | 'largest';
  /** The value that the challenge allows at most: a line on the chart. */
  readonly limit?: number;
  /** The seconds in which its run is shown, where they are other than usual. */
  readonly watchSeconds?: number;
  /** The sums whose times the lesson’s bars are, in their order. */
  readonly races?: (values: Values) => readonly LessonSum[];
  /** The sum beside why it came so. Absent: the first that races, or one of four tabs around a ring. */
  readonly sum?: LessonSum;
  /** The axis of the lesson’s curves. */
  readonly xAxis?: 'step' | 'examples';
  question(values: Values): Question;
  /** What runs, one after the other; empty where the lesson only computes. `base`: two moons. */
  trials(values: Values, base: RunConfig): readonly Trial[];
  /** What runs on a virtual clock, the same on every device: the chosen setting first. Absent: nothing does. */
  simulate?(values: Values, signal: AbortSignal): Promise<readonly Timeline[]>;
  /** `results` are those of the trials, in their order. */
  outcome(values: Values, results: readonly TrialResult[], timelines: readonly Timeline[]): Outcome;
  /** Why that came, in the current language: the first sentence says it alone. `facts`: of an outcome with these values. */
  explain(values: Values, facts: Facts): readonly string[];
}
