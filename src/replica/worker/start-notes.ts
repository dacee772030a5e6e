// Notes in the flight record how long a replica's start took: until its engine and data were there, and until its first
// gradient; and how long of that its known answers took (E20).
import type { Clock } from '../../base/clock';
import type { FlightRecorder } from '../../base/flight-recorder';
import { withCalls } from '../../model/with-calls';
import type { Prepared } from '../../train/context/trainer-options';

/** Prepares by `prepare`, and notes it. */
export async function withStartNotes(
  recorder: Pick<FlightRecorder, 'note'>,
  clock: Clock,
  prepare: () => Promise<Prepared>,
): Promise<Prepared> {
  recorder.note('preparing');
  const startMs = clock.now();
  const since = (): number => rounded(clock.now() - startMs);
  const prepared = await prepare();
  const { backend, device } = prepared.engine;
  const { answersMs } = prepared;
  recorder.note('prepared', {
    ms: since(),
    engine: backend,
    device,
    ...(answersMs !== undefined && { answersMs: rounded(answersMs) }),
  });
  let isFirst = true;
  const engine = withCalls(prepared.engine, {
    async gradient(...call) {
      const sums = await prepared.engine.gradient(...call);
      if (isFirst && call[0].length > 0) {
        isFirst = false;
        recorder.note('first gradient', { ms: since() });
      }
      return sums;
    },
  });
  return { ...prepared, engine };
}

function rounded(ms: number): number {
  return Math.round(10 * ms) / 10;
}
