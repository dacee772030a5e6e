// The entry of the Worker that reads the user's files: one question, progress, one answer.
import { detailOf } from '../../base/sayings';
import { sayOfFile } from '../../base/file-sayings';
import { fail } from '../../base/result';
import type { OnProgress } from '../../data/import/wanted';
import { answerFileQuestion } from './answer-file-question';
import type { FileProgress, FileQuestion } from './file-question';

self.onmessage = ({ data }: MessageEvent<FileQuestion>) => {
  const onProgress: OnProgress = (read, of, total, file) => {
    postMessage({ read, of, total, file } satisfies FileProgress);
  };
  void answerFileQuestion(data, onProgress)
    .catch((error: unknown) =>
      fail('bad-file', ...sayOfFile('file-unreadable', detailOf(sayOfFile('the-file')), String(error))),
    ) // such as too little memory
    .then((answer) => postMessage(answer));
};
