// Watches one view of four or more for an attempt in which nothing moves (C16). Then the members compare the records
// of the last headers. A member to which another said something else than to the others ends its attempt at once
// (C16a), and goes by what the others hold from then on. Where the records are the same, a member that is through with
// a sum in which its parts still lack did not go by its record (C16c): it is accused, as for a part that is refused
// (S14).
import type { Clock } from '../../base/clock';
import { fullMeshLimit } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import { StalledError } from '../header/stalled-error';
import { AttemptError } from '../context/trainer-deps';
import type { HeaderRounds } from '../header/header-rounds';
import type { AwaitedSum } from '../reduce/launch';

export interface StallWatchParts {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly headers: Pick<HeaderRounds, 'compare' | 'isAhead' | 'isDoubted' | 'missing'>;
  /** A record may take as long as the inner steps before it (S17). */
  readonly areLong: () => boolean;
}

const fewestGuarded = 4;
const lookMs = 500;
/** Far above any delay of a link that lives (M12). */
const compareMs = 5_000;
/** The time for the others' answers, and for frames that a record has overtaken. */
const accuseMs = 8_000;
/** The time before the deadline of a bucket. */
const secondMs = 28_000;
/** C17. Longer than an update and an evaluation take on a slow device. */
const unfinishedMs = 20_000;
const rememberedMs = 600_000;
/** C18: so many steps are gathered after a sum in which a member stopped, and twice as many after the next one. */
const fewestGathered = 50;
const mostGathered = 1_600;

export class StallWatch {
  #sum: AwaitedSum | undefined;
  #what: unknown;
  /** The members that had sent nothing in the last attempt that waited `secondMs`. */
  #stalled:
    | { readonly step: number; readonly members: readonly MemberId[]; readonly activity: unknown }
    | undefined;
  /** The sum in which nothing moved until its attempt ended. */
  #stopped: { readonly members: readonly MemberId[]; readonly step: number } | undefined;
  /** Sums of these members are gathered up to this step (C18). */
  #gathers = { members: [] as readonly MemberId[], steps: 0, untilStep: 0 };
  /** Member → when a header ended that had waited long for its record (C17). */
  readonly #unfinished = new Map<MemberId, number>();
  #members: readonly MemberId[] = [];
  #progress = 0;
  #movedMs = 0;
  #isCompared = false;
  #hasNewDoubt = false;

  constructor(readonly parts: StallWatchParts) {}

  /** Watches for the life of one view: returns how to end it. `giveUp` ends the attempt that is under way. */
  begin({ members }: View, activity: () => unknown, giveUp: (error: Error) => void): () => void {
    const { clock } = this.parts;
    this.#moved(undefined, 0);
    this.#members = members;
    this.#noteStopped();
    if (members.length < fewestGuarded) return () => undefined;
    let cancel = (): void => undefined;
    const look = (): void => {
      this.#look(activity(), giveUp);
      cancel = clock.after(lookMs, look);
    };
    cancel = clock.after(lookMs, look);
    return () => {
      cancel();
      this.#noteUnfinished();
    };
  }

  /** The view ends. The next one may begin with the same lie, so its headers wait less long for the same members (C17). */
  #noteUnfinished(): void {
    const nowMs = this.parts.clock.now();
    for (const [member, atMs] of this.#unfinished)
      if (nowMs - atMs > rememberedMs) this.#unfinished.delete(member);
    if (this.#sum || nowMs - this.#movedMs < unfinishedMs) return;
    for (const member of this.#late()) this.#unfinished.set(member, nowMs);
  }

  /** The members whose records are missing in a header that this replica has opened. An idle replica waits for nobody. */
  #late(): readonly MemberId[] {
    const { self, headers } = this.parts;
    const missing = headers.missing();
    return missing.includes(self) ? [] : missing;
  }

  /** Returns how to end it. */
  sums(sum: AwaitedSum): (isWhole: boolean) => void {
    this.#sum = sum;
    this.#stopped = undefined;
    return (isWhole) => {
      const stillMs = this.parts.clock.now() - this.#movedMs;
      if (!isWhole && !this.#isBlaming(sum) && stillMs >= unfinishedMs)
        this.#stopped = { members: this.#members, step: sum.step };
      if (this.#sum === sum) this.#sum = undefined;
    };
  }

  /** This replica's word that the sums of this view are to be gathered (C18). */
  hasStalled({ members }: View, step: number): boolean {
    const { members: stalled, untilStep } = this.#gathers;
    return step <= untilStep && stalled.every((member) => members.includes(member));
  }

  /** The members whose parts this replica waits for. */
  awaits(): readonly MemberId[] {
    return this.#sum?.waitsFor() ?? [];
  }

  /** A view begins. Where a member of the one before is gone, it was to blame that the sum stood still. */
  #noteStopped(): void {
    const stopped = this.#stopped;
    this.#stopped = undefined;
    if (!stopped?.members.every((member) => this.#members.includes(member))) return;
    if (this.#members.length > fullMeshLimit) return;
    const steps = Math.min(mostGathered, Math.max(fewestGathered, 2 * this.#gathers.steps));
    this.#gathers = { members: stopped.members, steps, untilStep: stopped.step + steps - 1 };
  }

  /** A member is found to say different things to different members. */
  doubt(): void {
    this.#hasNewDoubt = true;
  }

  #look(activity: unknown, giveUp: (error: Error) => void): void {
    const { self, clock, headers } = this.parts;
    const late = this.#sum ? [] : this.#late();
    const progress = this.#sum?.progress() ?? -late.length;
    if (activity !== this.#what || progress !== this.#progress) return this.#moved(activity, progress);
    const stillMs = clock.now() - this.#movedMs;
    if (stillMs < compareMs) return;
    const isIdle = !this.#sum && late.length === 0;
    if (!this.#isCompared && !isIdle) headers.compare();
    this.#isCompared = true;
    if (this.#hasNewDoubt) {
      this.#hasNewDoubt = false;
      return giveUp(new DoubtError(self, 'a member said one thing here and another to the others'));
    }
    const doubted = late.filter((member) => headers.isDoubted(member));
    if (doubted.length > 0)
      return giveUp(new StalledError(doubted, 'one record of the step that all have heard'));
    if (!this.#sum) return this.#endHeader(late, stillMs, giveUp);
    if (stillMs < accuseMs) return;
    const skipped = this.#sum.waitsFor().find((member) => headers.isAhead(member));
    if (skipped !== undefined) return this.#sum.refuse(skipped, 'ended a sum without its parts of it');
    const stopped = this.#stopsAgain(this.#sum, stillMs);
    if (stopped !== undefined) return this.#sum.refuse(stopped, 'stopped in the middle of a sum');
    const silent = this.#silent(this.#sum, stillMs);
    if (silent !== undefined) this.#sum.refuse(silent, 'sent nothing of its parts of a sum');
  }

  #endHeader(late: readonly MemberId[], stillMs: number, giveUp: (error: Error) => void): void {
    const again = late.filter((member) => this.#unfinished.has(member));
    if (stillMs < unfinishedMs || again.length === 0 || this.parts.areLong()) return;
    giveUp(new StalledError(again, 'a record that an earlier header missed too'));
  }

  /** C18a: all that is gathered is here but the parts of this member. */
  #stopsAgain(sum: AwaitedSum, stillMs: number): MemberId | undefined {
    return this.#isBlaming(sum) && stillMs >= secondMs ? sum.waitsFor().at(0) : undefined;
  }

  /** It is gathered because an earlier one stood still. */
  #isBlaming({ isGathered, step }: AwaitedSum): boolean {
    return isGathered && step <= this.#gathers.untilStep;
  }

  /** A member that adds nothing has nothing to compute. One that computes has twice the time of a bucket (C16d) (S5). */
  #silent({ silent, contributors, step }: AwaitedSum, stillMs: number): MemberId | undefined {
    const members = silent();
    const idle = members.find((member) => !contributors.includes(member));
    if (idle !== undefined || stillMs < secondMs) return idle;
    const before = this.#stalled;
    if (before?.activity === this.#what) return undefined;
    this.#stalled = { step, members, activity: this.#what };
    return before?.step === step ? members.find((member) => before.members.includes(member)) : undefined;
  }

  #moved(activity: unknown, progress: number): void {
    this.#what = activity;
    this.#progress = progress;
    this.#movedMs = this.parts.clock.now();
    this.#isCompared = false;
    this.#hasNewDoubt = false;
  }
}

/** The header was not the same for all: the next one is. */
export class DoubtError extends AttemptError {}
