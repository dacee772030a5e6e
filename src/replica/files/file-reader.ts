// Reads files in a Worker that lives for one question, so that the page stays responsive and the memory is freed at
// once.
import { fail, type Result } from '../../base/result';
import {
  refusalOf,
  type FactsOf,
  type FileAnswer,
  type FileProgress,
  type FileQuestion,
} from './file-question';

export async function readInWorker<Q extends FileQuestion>(
  question: Q,
  onProgress: (progress: FileProgress) => void = () => undefined,
): Promise<Result<FactsOf<Q>, 'bad-file'>> {
  const refusal = refusalOf(question);
  if (refusal !== undefined) return fail('bad-file', refusal);
  const worker = new Worker(new URL('./file-worker-entry.ts', import.meta.url), {
    type: 'module',
    name: 'file reader',
  });
  try {
    const answer = await new Promise<FileAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FileAnswer | FileProgress>) => {
        if ('ok' in data) resolve(data);
        else onProgress(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'the file reader could not be loaded'));
      };
      worker.postMessage(question);
    });
    return answer as Result<FactsOf<Q>, 'bad-file'>;
  } finally {
    worker.terminate();
  }
}
