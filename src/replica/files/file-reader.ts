// Reads files in a Worker that lives for one question, so that the page stays responsive and the memory is freed at
// once.
import { say } from '../../base/sayings';
import { fail, type Result } from '../../base/result';
import {
  type FactsOf,
  type FileAnswer,
  type FileProgress,
  type FileQuestion,
  refusalOf,
} from './file-question';

/** A broken file can keep a reader busy for ever. The slowest part without progress is hashing a file of a gigabyte. */
const silentMs = 120_000;

export async function readInWorker<Q extends FileQuestion>(
  question: Q,
  onProgress: (progress: FileProgress) => void = () => undefined,
  /** Ends the Worker. What it downloaded stays. */
  signal?: AbortSignal,
): Promise<Result<FactsOf<Q>, 'bad-file'>> {
  const refusal = refusalOf(question);
  if (refusal) return fail('bad-file', refusal);
  const worker = new Worker(new URL('./file-worker-entry.ts', import.meta.url), {
    type: 'module',
    name: 'file reader',
  });
  let watch: ReturnType<typeof setTimeout> | undefined;
  try {
    const answer = await new Promise<FileAnswer>((resolve, reject) => {
      const wait = (): void => {
        clearTimeout(watch);
        watch = setTimeout(
          () => resolve(fail('bad-file', say('reader-silent', { seconds: silentMs / 1000 }))),
          silentMs,
        );
      };
      wait();
      worker.onmessage = ({ data }: MessageEvent<FileAnswer | FileProgress>) => {
        if ('ok' in data) resolve(data);
        else {
          wait();
          onProgress(data);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'the file reader could not be loaded'));
      };
      signal?.addEventListener('abort', () => resolve(fail('bad-file', say('reader-cancelled'))));
      worker.postMessage(question);
    });
    return answer as Result<FactsOf<Q>, 'bad-file'>;
  } finally {
    clearTimeout(watch);
    worker.terminate();
  }
}
