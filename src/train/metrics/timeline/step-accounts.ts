// The accounts of this replica's last steps, and of the last steps before overlap was switched: a timeline shows both
// beside each other. Another run, or an older step, begins again. Most steps are never looked at: an account is made
// when it is asked for.
import { accountOf, type MeasuredStep, type StepAccount } from './step-account';

const keptSteps = 32;
/** That a timeline shows side by side. */
export const comparedSteps = 4;
/** A ring that does not step any more has finished its last step everywhere. */
const idleMs = 1_000;

export class StepAccounts {
  #newest: readonly MeasuredStep[] = [];
  #before: readonly MeasuredStep[] = [];

  add(account: MeasuredStep): void {
    const last = this.#newest.at(-1);
    if (last && (last.run !== account.run || account.step <= last.step)) {
      this.#newest = this.#newest.filter(({ run, step }) => run === account.run && step < account.step);
      this.#before = this.#before.filter(({ run, step }) => run === account.run && step < account.step);
    } else if (last && last.isOverlapped !== account.isOverlapped)
      this.#before = this.#newest
        .filter(({ isOverlapped }) => isOverlapped === last.isOverlapped)
        .slice(-comparedSteps);
    this.#newest = [...this.#newest, account].slice(-keptSteps);
  }

  of(run: number, step: number): StepAccount | undefined {
    const found = [...this.#before, ...this.#newest].findLast((one) => one.run === run && one.step === step);
    return found && accountOf(found);
  }

  /** The steps that a timeline shows: the last ones that every member has finished, and those before the switch. Members
   *  begin to sum a step when all have finished the one before. */
  shown(nowMs: number): readonly StepAccount[] {
    const last = this.#newest.at(-1);
    const isIdle = last !== undefined && nowMs - last.trace.wall[1] > idleMs;
    const finished = isIdle ? this.#newest : this.#newest.slice(0, -1);
    const newest = finished.slice(-comparedSteps);
    return [...this.#before.filter((one) => !newest.includes(one)), ...newest].map(accountOf);
  }
}
