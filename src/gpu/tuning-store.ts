// What a tuner found, kept by key across runs: in IndexedDB where there is one (pages, Workers), for the life of the
// process else. Storage that is refused (private windows) only means to tune again.
import { get, set } from 'idb-keyval';
import { realClock } from '../base/clock';
import { waitFor } from '../base/deadline';

/** Some browsers leave a database unopened without an error: then this run tunes for itself. */
const storageDeadlineMs = 1000;

const found = new Map<string, unknown>();

/** The kept answer to `key`, or that of `tune`, which is then kept. The same promise for all that ask at once. */
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
    answer.catch(() => found.delete(key)); // a lost device's tuning is tried again on the next
  }
  return answer;
}

async function stored<Found>(key: string): Promise<Found | undefined> {
  if (typeof indexedDB === 'undefined') return undefined;
  try {
    return await inTime(get<Found>(key));
  } catch {
    return undefined; // refused, or no answer: as if nothing were kept
  }
}

async function store(key: string, value: unknown): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  try {
    await inTime(set(key, value));
  } catch {
    // Refused, or no answer: the process still has it, the next one tunes again.
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
