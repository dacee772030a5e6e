// Measures this device's engines for /check, in a Worker that lives for that one question.
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { fail } from '../../base/result';
import type { EngineCheck } from '../worker/engine-check-entry';

export type { EngineCheck };

/** A slow GPU takes seconds to compile its kernels. */
const answerMs = 90_000;

export async function checkEngines(): Promise<EngineCheck> {
  const worker = new Worker(new URL('../worker/engine-check-entry.ts', import.meta.url), {
    type: 'module',
    name: 'engine check',
  });
  const wait = waitFor<EngineCheck>(realClock, answerMs, 'the engines of this device');
  worker.onmessage = ({ data }: MessageEvent<EngineCheck>) => wait.settle(data);
  worker.onerror = (event) => {
    event.preventDefault();
    wait.reject(new Error(event.message || 'the engines could not be loaded'));
  };
  try {
    return await wait.promise;
  } catch (error) {
    return fail('no-engine', error instanceof Error ? error.message : String(error));
  } finally {
    worker.terminate();
  }
}
