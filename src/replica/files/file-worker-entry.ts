// The entry of the Worker that reads the user's files: one question, progress, one answer.
import { say, unexpected } from '../../base/sayings';
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
      fail('bad-file', say('file-unreadable', { name: say('the-file'), detail: unexpected(String(error)) })),
    ) // such as too little memory
    .then((answer) => postMessage(answer));
};
