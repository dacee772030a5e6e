// How a class runs a lesson together (H19), on the host's device: it asks, counts answers, closes the question, lets the
// class look at them, runs the lesson here, and says what came. After the first press nothing needs another one. Walls and
// students' pages follow the room's state. A machine of states without a page, so that a test can walk it.
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import type { Clock } from '../../../src/base/clock';
import type { HostCommand, LessonRun, Question as Asked, QuestionNow } from '../../../src/replica/protocol';
import type { Came } from '../../lessons/core/came';
import type { Lead, LeadMemory } from './lead-memory';

/** All other members have answered. Who answered last may still change it. */
export const settleMs = 5_000;
/** The class looks at its answers before the run begins. */
export const lookMs = 8_000;
/** Every note is a decision of all members. */
export const noteEveryMs = 2_000;

export interface Progress {
  readonly run: LessonRun;
  /** The activity of the lesson, in the current language. */
  readonly doing: () => string;
}

export type ClassStage =
  /** Nothing is run together. */
  | { readonly kind: 'none' }
  /** Answers come. */
  | { readonly kind: 'asks' }
  /** The question is closed, and the class looks at its answers. */
  | { readonly kind: 'answers' }
  /** `isAnew`: a run was under way when this page was loaded again. */
  | { readonly kind: 'runs'; readonly progress: Progress | undefined; readonly isAnew: boolean }
  | { readonly kind: 'came'; readonly came: Came }
  | { readonly kind: 'failed'; readonly why: Saying };

type LessonQuestion = Extract<Asked, { kind: 'lesson' }>;

export interface ClassRunDeps {
  readonly clock: Clock;
  readonly send: (command: HostCommand) => void;
  /** The memory of this tab. */
  readonly memory: LeadMemory;
  /** Rejects with a sentence for people. */
  readonly run: (
    asks: LessonQuestion,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ) => Promise<Came>;
}

export class ClassRun {
  readonly #deps: ClassRunDeps;
  #stage: ClassStage = { kind: 'none' };
  /** Asked here; its number is not yet known. */
  #awaited: { readonly lesson: string; readonly after: number } | undefined;
  #number: number | undefined;
  #now: QuestionNow | undefined;
  #isTraining = false;
  /** The lead of this tab before it was loaded again, until the room's question is known. */
  #before: Lead | undefined;
  #cancel: (() => void) | undefined;
  #abort: AbortController | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(deps: ClassRunDeps) {
    this.#deps = deps;
    this.#before = deps.memory.read();
  }

  readonly stage = (): ClassStage => this.#stage;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The host asks, and leads the class through it. */
  ask(asks: LessonQuestion): void {
    this.#awaited = { lesson: asks.lesson, after: this.#now?.number ?? 0 };
    this.#deps.send({ kind: 'ask', question: asks });
  }

  /** A question that stands already: where hosting moved, or once more after a failure. */
  lead(): void {
    if (this.#now?.asks.kind !== 'lesson') return;
    this.#begin(this.#now);
  }

  /** Takes each snapshot. `question`: the room's; `isTraining`: the room's ring makes steps; `hasOthers`: the ring has
   *  other members. */
  see(question: QuestionNow | undefined, isTraining: boolean, hasOthers = true): void {
    this.#now = question;
    this.#isTraining = isTraining;
    const { lesson, after } = this.#awaited ?? {};
    if (question?.asks.kind === 'lesson' && question.asks.lesson === lesson && question.number > after!) {
      this.#awaited = undefined;
      this.#begin(question);
    }
    if (this.#number === undefined) this.#goOn();
    if (this.#number === undefined) return;
    // Taken away, replaced, or somebody said what came.
    const isAnother = question?.number !== this.#number;
    if (isAnother || (question.measured !== undefined && this.#stage.kind !== 'came')) return this.#leave();
    if (this.#stage.kind !== 'asks') return;
    if (!question.isOpen) return this.#showAnswers();
    // The host is not waited for, and not counted unless it has answered: the console has no field.
    const areAllIn = hasOthers && question.answered >= Math.max(1, question.of);
    if (!areAllIn) this.#stopWaiting();
    else this.#cancel ??= this.#deps.clock.after(settleMs, () => this.close());
  }

  /** Closes the question without waiting for more answers. */
  close(): void {
    this.#stopWaiting();
    this.#deps.send({ kind: 'close-question' });
  }

  /** The class has seen enough of its answers. */
  runNow(): void {
    if (this.#stage.kind !== 'answers') return;
    this.#stopWaiting();
    void this.#run();
  }

  /** The question stays, and this device no longer leads. */
  stop(): void {
    this.#leave();
  }

  /** This tab led the question that stands, and was loaded again. */
  #goOn(): void {
    const [before, now] = [this.#before, this.#now];
    if (!before || !now) return;
    this.#before = undefined;
    if (now.number !== before.question || now.measured !== undefined)
      return this.#deps.memory.write(undefined);
    this.#begin(now);
    if (now.isOpen || !now.run) return;
    this.#stopWaiting();
    void this.#run(before);
  }

  #begin(question: QuestionNow): void {
    this.#leave();
    this.#before = undefined;
    this.#number = question.number;
    this.#deps.memory.write({ question: question.number, isPaused: false });
    if (question.isOpen) this.#enter({ kind: 'asks' });
    else this.#showAnswers();
  }

  #showAnswers(): void {
    this.#stopWaiting();
    this.#enter({ kind: 'answers' });
    this.#cancel = this.#deps.clock.after(lookMs, () => void this.#run());
  }

  /** `before`: a run of the same question that did not end. */
  async #run(before?: Lead): Promise<void> {
    this.#cancel = undefined;
    const [{ clock, send, run, memory }, number, asks] = [this.#deps, this.#number, this.#now?.asks];
    if (number === undefined || asks?.kind !== 'lesson') return;
    const abort = new AbortController();
    this.#abort = abort;
    // The room's ring would take time from the lesson's, and spoil what is measured.
    if (this.#isTraining) send({ kind: 'pause' });
    const wasTraining = this.#isTraining || before?.isPaused === true;
    const isAnew = before !== undefined;
    memory.write({ question: number, isPaused: wasTraining });
    this.#enter({ kind: 'runs', progress: undefined, isAnew });
    send({ kind: 'note-lesson', question: number, run: { done: 0, of: 0, curves: [] } });
    let notedMs = clock.now();
    const onProgress = (progress: Progress): void => {
      if (abort.signal.aborted) return;
      this.#enter({ kind: 'runs', progress, isAnew });
      if (clock.now() - notedMs < noteEveryMs) return;
      notedMs = clock.now();
      send({ kind: 'note-lesson', question: number, run: progress.run });
    };
    try {
      const came = await run(asks, onProgress, abort.signal);
      if (abort.signal.aborted) return;
      // This order matters: what came ends the run for all (H19).
      send({ kind: 'note-lesson', question: number, run: came.run });
      send({ kind: 'reveal', question: number, measured: came.measured });
      this.#enter({ kind: 'came', came });
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#enter({ kind: 'failed', why: saidOf(error) });
    } finally {
      if (wasTraining) send({ kind: 'start' });
      if (this.#number === number) memory.write(undefined);
    }
  }

  #leave(): void {
    this.#stopWaiting();
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.#number !== undefined) this.#deps.memory.write(undefined);
    this.#number = undefined;
    if (this.#stage.kind !== 'none') this.#enter({ kind: 'none' });
  }

  #stopWaiting(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #enter(stage: ClassStage): void {
    this.#stage = stage;
    for (const listener of this.#listeners) listener();
  }
}
