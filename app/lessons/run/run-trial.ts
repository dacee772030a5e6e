// Runs one trial: starts its ring in this page, collects the committed steps, ends the ring. Every wait has a deadline and
// names what it waits for.
import { SaidError } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { withFixedSums } from '../../../src/replica/fixed-sums';
import type { HostCommand, Phase, ReplicaHandle, RunConfig, Snapshot } from '../../../src/replica/protocol';
import { engineRoom, loadLessonRings } from '../../bridge/session/engine-room';
import type { Trial, TrialResult, TrialStep } from '../core/trial';

/** The longest time without a new step, or a new phase before the first: far beyond a slow device's step. */
const quietMs = 60_000;
/** The trial ends the ring after its steps. A run that came to its own end would be kept on this device. */
const endless = 1_000_000;

export interface Progress {
  readonly steps: readonly TrialStep[];
  readonly phase: Phase['kind'];
}

/** Rejects with a sentence for people; with the signal's reason when aborted. */
export async function runTrial(
  trial: Trial,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<TrialResult> {
  const { startLessonRing } = await loadLessonRings();
  signal.throwIfAborted();
  const first: HostCommand[] = trial.line
    ? [{ kind: 'set-network', network: { everyEdge: trial.line, edges: [] } }]
    : [];
  const ring = startLessonRing(trial.replicas, { ...trial.config, steps: endless }, first);
  try {
    return await follow(trial, ring.handles, ring.vanish, onProgress, signal);
  } finally {
    for (const handle of ring.handles) handle.destroy();
  }
}

/** The run that lessons change. */
export async function baseRun(): Promise<RunConfig> {
  const { presets } = await engineRoom();
  const moons = presets.find(({ id }) => id === 'moons');
  if (!moons) throw new SaidError(say('no-moons'));
  return withFixedSums(moons.config);
}

function follow(
  trial: Trial,
  handles: readonly ReplicaHandle[],
  vanish: (index: number) => void,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<TrialResult> {
  return new Promise((resolve, reject) => {
    const steps: TrialStep[] = [];
    let snapshot: Snapshot | undefined;
    let isOver = false;
    let isAlive = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (end: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      stop?.();
      end();
    };
    const onAbort = (): void => settle(() => reject(signal.reason as Error));
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => settle(() => reject(new SaidError(noStepCame(snapshot)))), quietMs);
    };
    const finish = (isDiverged: boolean): void =>
      settle(() =>
        resolve({
          trial,
          steps: steps.slice(0, trial.steps),
          parameters: snapshot?.parameterCount ?? 0,
          isDiverged,
        }),
      );
    const meetDeath = (): void => {
      const { death } = trial;
      const last = steps.at(-1);
      if (!death || !isAlive || !last || last.step < death.afterStep) return;
      isAlive = false;
      const index = handles.length - 1;
      if (death.how === 'vanish') vanish(index);
      else handles[index].destroy();
    };
    const look = (): void => {
      if (!snapshot || isOver) return;
      const { phase } = snapshot;
      if (phase.kind === 'failed') return settle(() => reject(new SaidError(phase.error.says)));
      if (steps.length === 0) return;
      if (steps[steps.length - 1].step >= trial.steps) return finish(false);
      if (phase.kind === 'diverged') finish(true);
    };
    signal.addEventListener('abort', onAbort);
    watch();
    let stop: (() => void) | undefined = undefined;
    stop = handles[0].subscribe((event) => {
      if (event.kind === 'steps')
        // All members are this page's own (H24).
        steps.push(...event.steps.map((step) => ({ ...step, ...step.overTerms })));
      else if (event.kind === 'snapshot') {
        const isNews = event.snapshot.phase.kind !== snapshot?.phase.kind;
        snapshot = event.snapshot;
        if (!isNews && steps.length > 0) return look();
      } else return;
      watch();
      meetDeath();
      if (snapshot) onProgress({ steps, phase: snapshot.phase.kind });
      look();
    });
  });
}

function noStepCame(snapshot: Snapshot | undefined): Saying {
  return snapshot
    ? say('no-step-came', { phase: snapshot.phase.kind.replaceAll('-', '') })
    : say('first-replica-missing');
}
