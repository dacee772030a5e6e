// Keeps what a tuner found, by key, across runs: in IndexedDB where it exists (pages, Workers), elsewhere for the
// life of the process. When storage is refused (private windows), the next run tunes again.
import { get, set } from 'idb-keyval';
import { realClock } from '../base/clock';
import { waitFor } from '../base/deadline';

/** Some browsers never open a database and report no error. This run then tunes for itself. */
const storageDeadlineMs = 1000;

const found = new Map<string, unknown>();

/** The stored answer to `key`, or else the answer of `tune`, which is then stored. Concurrent callers share a
 *  promise. */
export function tunedOnce<Found>(key: string, tune: () => Promise<Found>): Promise<Found> {
  let answer = found.get(key) as Promise<Found> | undefined;
  if (!answer) {
    answer = (async () => {
      const kept = await stored<Found>(key);
      if (kept !== undefined) return kept;
      const fresh = await tune();
      await store(key, fresh);
      return fresh;
    })();
    found.set(key, answer);
    answer.catch(() => found.delete(key)); // after a lost device, the next one tunes again
  }
  return answer;
}

async function stored<Found>(key: string): Promise<Found | undefined> {
  if (typeof indexedDB === 'undefined') return undefined;
  try {
    return await inTime(get<Found>(key));
  } catch {
    return undefined; // refused, or no answer: treated as not stored
  }
}

async function store(key: string, value: unknown): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  try {
    await inTime(set(key, value));
  } catch {
    // Refused, or no answer: this process still has the value, the next one tunes again.
  }
}

function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  const wait = waitFor<Value>(realClock, storageDeadlineMs, 'the storage of tuned kernels');
  answer.then(
    (value) => wait.settle(value),
    (error: Error) => wait.reject(error),
  );
  return wait.promise;
}
