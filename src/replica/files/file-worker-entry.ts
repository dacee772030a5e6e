// The entry of the Worker that reads the user's files: one question, one answer.
import { fail } from '../../base/result';
import { answerFileQuestion, type FileQuestion } from './file-question';

self.onmessage = ({ data }: MessageEvent<FileQuestion>) => {
  void answerFileQuestion(data)
    .catch((error: unknown) => fail('bad-file', `the file cannot be read: ${String(error)}`)) // such as too little memory
    .then((answer) => postMessage(answer));
};
