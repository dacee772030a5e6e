// One run of the ring, from the lobby to the last step. It starts the run, reads what every tab reports, compares, and
// injects the requested faults. It ends at the first disagreement, failed phase, or minutes without progress (S5), and
// always names the reason.
import { inEnglish } from '../english/in-english';
import { phaseWords } from './phase-words';
import type { Clock } from '../../base/clock';
import { carriedBitsPerSecond } from '../../net/emulation/edge-profile';
import { profileWords } from '../../net/emulation/profile-words';
import type { Phase } from '../../replica/protocol';
import type { FaultTimes } from './fault-times';
import type { ReplicaTab } from './replica-tab';
import type { RingOptions } from './ring-options';
import { disagreementText, type Outcome } from './ring-report';
import type { StepLedger, WholeStep } from './step-ledger';

/** The link is emulated on every edge. */
export interface RingRun extends Pick<RingOptions, 'killAt' | 'joinAt' | 'link' | 'links'> {
  /** The host's tab first. Grows when a tab joins. */
  readonly tabs: ReplicaTab[];
  readonly ledger: StepLedger;
  readonly faultTimes: FaultTimes;
  readonly steps: number;
  /** The ring goes on with this saved run. */
  readonly resumed: { readonly bytes: Uint8Array<ArrayBuffer>; readonly step: number } | undefined;
  /** Opens one more tab and lets it join. */
  openTab(): Promise<ReplicaTab>;
  onStep(whole: WholeStep): void;
  /** A sentence for people: 'killed tab 3'. */
  report(text: string): void;
  readonly clock: Clock;
  /** The clock of the tabs' commit times. */
  readonly epochMs: () => number;
  readonly signal: AbortSignal;
}

/** The run has failed after this long without a step. */
const progressLimitMs = 60_000;
/** The ring has not formed after this long without any change in the tabs. A page waits up to 20 s for its Worker, then
 *  up to 40 s for a second one, and then says why it failed. */
const formLimitMs = 120_000;
const pollMs = 250;
/** All tabs have finished, and the last steps are still missing after this time. */
const finishGraceMs = 5_000;

export async function runRing(run: RingRun): Promise<Outcome> {
  return (await formRing(run)) ?? (await trainRing(run));
}

/** Waits until every tab is a member of one ring. Returns an outcome only when that failed. */
async function formRing(run: RingRun): Promise<Outcome | undefined> {
  const watchdog = new Watchdog(run.clock, formLimitMs);
  for (;;) {
    await look(run);
    const broken = brokenOutcome(run);
    if (broken) return broken;
    const { tabs } = run;
    if (tabs.every((tab) => isInLobby(tab, tabs.length))) break;
    if (watchdog.isLate(tabs.map(describeTab).join('\n')))
      return failed(`the ring did not form: nothing changed for ${formLimitMs / 1000} s`);
    await pause(run);
  }
  const notLinked = run.links === 'webrtc' ? await useWebRtc(run) : undefined;
  if (notLinked) return notLinked;
  if (run.link) {
    const network = { everyEdge: run.link, edges: [] };
    await run.tabs[0].send({ kind: 'host', command: { kind: 'set-network', network } });
    run.report(`emulated: ${profileWords(run.link)}`);
  }
  const notResumed = run.resumed && (await resume(run, run.resumed));
  if (notResumed) return notResumed;
  run.report(`${run.tabs.length} replicas in the ring; starting`);
  await run.tabs[0].send({ kind: 'host', command: { kind: 'start' } });
  return undefined;
}

/** The host asks for WebRTC between tabs of one browser, too; waits until every link is one. */
async function useWebRtc(run: RingRun): Promise<Outcome | undefined> {
  const watchdog = new Watchdog(run.clock, formLimitMs);
  await run.tabs[0].send({ kind: 'host', command: { kind: 'set-links', onlyWebRtc: true } });
  for (;;) {
    await look(run);
    const broken = brokenOutcome(run);
    if (broken) return broken;
    const links = run.tabs.map(({ snapshot }) => snapshot?.peers.map(({ link }) => link).join(' ') ?? '');
    if (!links.join().includes('same-browser')) return undefined;
    if (watchdog.isLate(links.join('\n'))) return failed('tabs of one browser are not linked by WebRTC');
    await pause(run);
  }
}

/** The host's tab brings the saved run; waits until every tab holds it. */
async function resume(
  run: RingRun,
  { bytes, step }: NonNullable<RingRun['resumed']>,
): Promise<Outcome | undefined> {
  const watchdog = new Watchdog(run.clock);
  await run.tabs[0].resume(bytes, run.steps);
  run.ledger.startAfter(step);
  for (;;) {
    await look(run);
    const broken = brokenOutcome(run);
    if (broken) return broken;
    const hasIt = ({ snapshot }: ReplicaTab): boolean =>
      snapshot?.phase.kind === 'paused' && snapshot.step === step && snapshot.lockstep !== 'checking';
    if (run.tabs.every(hasIt)) return undefined;
    if (watchdog.isLate(run.tabs.map(describeTab).join('\n')))
      return failed(`the saved run did not reach every tab: nothing changed for ${progressLimitMs / 1000} s`);
    await pause(run);
  }
}

async function trainRing(run: RingRun): Promise<Outcome> {
  const { ledger, tabs, clock } = run;
  const limitMs = stepLimitMs(run);
  const watchdog = new Watchdog(clock, limitMs);
  const faults = new Faults(run);
  let wholeSteps = 0;
  let finishedSinceMs: number | undefined;
  for (;;) {
    const disagreement = await look(run);
    for (const whole of ledger.takeWhole()) {
      run.faultTimes.add(whole);
      run.onStep(whole);
      wholeSteps = whole.step;
    }
    if (disagreement) return disagreement;
    const broken = brokenOutcome(run) ?? (await faults.inject(wholeSteps));
    if (broken) return broken;
    if (ledger.gaps > 0)
      return failed(`${ledger.gaps} steps before step ${wholeSteps} were not reported by any tab`);
    if (wholeSteps >= run.steps) return faults.missedJoin() ?? { kind: 'done' };

    const present = tabs.filter((tab) => !tab.isGone);
    if (present.every((tab) => tab.snapshot?.phase.kind === 'finished')) finishedSinceMs ??= clock.now();
    else finishedSinceMs = undefined;
    if (finishedSinceMs !== undefined && clock.now() - finishedSinceMs > finishGraceMs)
      return failed(`every tab has finished, but only ${wholeSteps} of ${run.steps} steps were reported`);
    if (watchdog.isLate(`${ledger.lastStep} ${wholeSteps}`))
      return failed(`no step for ${Math.round(limitMs / 1000)} s after step ${ledger.lastStep}`);
    await pause(run);
  }
}

/** Polls every tab; returns the ledger's disagreement, if there is one. */
async function look({ tabs, ledger }: RingRun): Promise<Outcome | undefined> {
  const looks = await Promise.all(tabs.map((tab) => tab.look(ledger.lastStepOf(tab.index))));
  let outcome: Outcome | undefined;
  for (const [i, tab] of tabs.entries()) {
    const seen = looks[i];
    if (!seen || tab.isGone) continue;
    if (seen.snapshot) ledger.join(tab.index, seen.snapshot.self);
    const disagreement = ledger.report(tab.index, seen.steps);
    if (disagreement) outcome ??= { kind: 'disagreed', why: disagreementText(disagreement) };
    if (seen.snapshot?.lockstep === 'disagreed')
      outcome ??= { kind: 'disagreed', why: `${tab.name} reports it at step ${seen.snapshot.step}` };
  }
  return outcome;
}

/** The trial's faults. Each is injected once, at the first whole step at or after its own. */
class Faults {
  #isKilled = false;
  #joining: Promise<void> | undefined;
  #joined: ReplicaTab | undefined;
  #joinError: Error | undefined;

  constructor(readonly run: RingRun) {}

  async inject(step: number): Promise<Outcome | undefined> {
    const { run } = this;
    if (run.killAt !== undefined && !this.#isKilled && step >= run.killAt) {
      this.#isKilled = true;
      const victim = run.tabs.findLast((tab) => tab !== run.tabs[0] && !tab.isGone);
      if (victim) {
        run.report(`killing ${victim.name} at step ${step}`);
        run.ledger.leave(victim.index);
        run.faultTimes.killed(victim.snapshot?.self ?? '', run.epochMs());
        await victim.kill();
      }
    }
    if (run.joinAt !== undefined && !this.#joining && step >= run.joinAt) {
      run.report(`opening one more tab at step ${step}`);
      const openedMs = run.epochMs();
      this.#joining = run.openTab().then(
        (tab) => {
          this.#joined = tab;
          run.faultTimes.joined(tab.index, openedMs);
          run.tabs.push(tab);
        },
        (error: Error) => {
          this.#joinError = error;
        },
      );
    }
    return (
      this.#joinError && failed(`the tab opened at step ${run.joinAt} failed: ${this.#joinError.message}`)
    );
  }

  /** An outcome when a tab should have joined and took part in no step. */
  missedJoin(): Outcome | undefined {
    if (this.run.joinAt === undefined) return undefined;
    if (this.#joined && this.run.ledger.lastStepOf(this.#joined.index) > 0) return undefined;
    return failed(`the tab opened at step ${this.run.joinAt} took part in no step; give it more --steps`);
  }
}

/** An emulated line may need longer than that for one step: the whole gradient crosses it almost twice. */
function stepLimitMs({ link, tabs }: RingRun): number {
  const bytes = 4 * (tabs[0].snapshot?.parameterCount ?? 0);
  return progressLimitMs + (link ? (2 * 2 * 8_000 * bytes) / carriedBitsPerSecond(link) : 0);
}

/** Stuck when the shown text has not changed for the limit. */
class Watchdog {
  #seen = '';
  #sinceMs: number;

  constructor(
    readonly clock: Clock,
    readonly limitMs = progressLimitMs,
  ) {
    this.#sinceMs = clock.now();
  }

  isLate(sign: string): boolean {
    if (sign !== this.#seen) {
      this.#seen = sign;
      this.#sinceMs = this.clock.now();
    }
    return this.clock.now() - this.#sinceMs > this.limitMs;
  }
}

function brokenOutcome({ tabs, signal }: RingRun): Outcome | undefined {
  if (signal.aborted) return failed('interrupted');
  for (const tab of tabs) {
    const phase = tab.isGone ? undefined : tab.snapshot?.phase;
    if (phase?.kind === 'failed')
      return failed(`${tab.name}: ${phase.error.code}: ${inEnglish(phase.error.says)}`);
    if (phase?.kind === 'diverged') return failed(`${tab.name} diverged: ${inEnglish(phase.why)}`);
    if (phase?.kind === 'needs-file' && phase.problem)
      return failed(`${tab.name}: ${inEnglish(phase.problem)}`);
    if (phase?.kind === 'left') return failed(`${tab.name} left the room`);
  }
  return undefined;
}

function isInLobby({ snapshot }: ReplicaTab, worldSize: number): boolean {
  return snapshot?.phase.kind === 'lobby' && snapshot.worldSize === worldSize;
}

/** The tab as the watchdog says it, and the explanation of a failed run. */
export function describeTab(tab: ReplicaTab): string {
  if (tab.isGone) return `${tab.name}: killed`;
  const { snapshot } = tab;
  if (!snapshot) return `${tab.name}: no replica yet`;
  return `${tab.name}: ${describePhase(snapshot.phase)}, world size ${snapshot.worldSize}, step ${snapshot.step}`;
}

function describePhase(phase: Phase): string {
  if (phase.kind === 'needs-file') return `needs the file ${phase.name}`;
  if (phase.kind !== 'training' || !phase.waitingFor) return phaseWords(phase);
  return `training, waiting for ${phase.waitingFor.peer}: ${inEnglish(phase.waitingFor.what)}`;
}

function failed(why: string): Outcome {
  return { kind: 'failed', why };
}

/** Waits until the next poll, or ends at once after an abort. */
function pause({ clock, signal }: RingRun): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(pollMs, end);
    signal.addEventListener('abort', end);
  });
}
