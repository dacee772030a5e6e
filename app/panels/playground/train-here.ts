// A small model that is trained in this page, for a person without a file: one real replica on the CPU, for as many steps
// as take some seconds.
import { say } from '../../../src/base/sayings';
import { SaidError } from '../../../src/base/said-error';
import type { PresetId } from '../../../src/replica/presets';
import type { ReplicaHandle } from '../../../src/replica/protocol';
import { engineRoom, loadPictureRing } from '../../bridge/session/engine-room';

export interface SampleRun {
  readonly preset: PresetId & ('digits' | 'moons');
  /** Enough to see that it has learned. */
  readonly steps: number;
}

export const sampleRuns: readonly SampleRun[] = [
  { preset: 'digits', steps: 200 },
  { preset: 'moons', steps: 300 },
];

/** A device that has not finished by then does not. */
const withinMs = 120_000;

/** The run as a file. Rejects where it does not finish, or the signal aborts. */
export async function trainHere(
  { preset, steps }: SampleRun,
  onStep: (step: number) => void,
  signal: AbortSignal,
): Promise<File> {
  const [{ presets }, { startPictureRing }] = await Promise.all([engineRoom(), loadPictureRing()]);
  const found = presets.find(({ id }) => id === preset);
  signal.throwIfAborted();
  if (!found) throw new SaidError(say('no-checkpoint'));
  const [replica] = startPictureRing(1, { ...found.config, steps });
  try {
    await untilFinished(replica, onStep, signal);
    const saved = await replica.request({ kind: 'checkpoint', what: 'run' });
    if (!saved.ok) throw new SaidError(saved.error.says);
    return new File([saved.value.file], saved.value.name);
  } finally {
    replica.destroy();
  }
}

async function untilFinished(
  replica: ReplicaHandle,
  onStep: (step: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let stop = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (): void => reject(new SaidError(say('no-checkpoint')));
      const timer = setTimeout(fail, withinMs);
      signal.addEventListener('abort', fail);
      const unsubscribe = replica.subscribe((event) => {
        if (event.kind !== 'snapshot') return;
        const { phase, step } = event.snapshot;
        onStep(step);
        if (phase.kind === 'finished') resolve();
        else if (phase.kind === 'failed') reject(new SaidError(phase.error.says));
      });
      stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', fail);
        unsubscribe();
      };
    });
  } finally {
    stop();
  }
}
