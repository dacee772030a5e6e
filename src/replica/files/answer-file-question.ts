// Answers a page's question about the user's files, in the Worker that lives for it: facts of a saved run, its archive, or
// what a run trains on.
import { ok, fail } from '../../base/result';
import { importFiles } from '../../data/import/import-files';
import type { OnProgress } from '../../data/import/wanted';
import { askHuggingFace } from '../../data/catalogue/hugging-face';
import { importOrigin } from '../../data/catalogue/import-origin';
import { exportRun } from '../../train/checkpoint/export/export-run';
import { zipOf } from '../../base/zip';
import type { TextRoom } from '../../data/import/text-part';
import { openShelf } from './download-shelf';
import type { FileAnswer, FileQuestion } from './file-question';
import { beginWithFeatures } from './feature-file';
import { findBase } from './find-base';
import { beginRun, gptFactsIn } from './gpt-file';
import { checkRunFile } from './run-file';
import { keptNamed } from './shared-shelf';
import { openTokenFile } from './token-folder';

export async function answerFileQuestion(
  question: FileQuestion,
  onProgress: OnProgress,
): Promise<FileAnswer> {
  switch (question.kind) {
    case 'run':
      return checkRunFile(question.file);
    case 'export': {
      const files = await exportRun(question.file, {
        data: question.data,
        find: keptNamed,
      });
      return files.ok
        ? ok(new Blob([zipOf(files.value)], { type: 'application/zip' }))
        : fail('bad-file', files.error.says);
    }
    case 'gpt':
      return gptFactsIn(question.source);
    case 'begin':
      return beginRun(question.source, question.config, question.adapters);
    case 'begin-on-features':
      return beginWithFeatures(question.source, question.config, question.frozenLayers);
    case 'base':
      return findBase(question.run, question.source);
    case 'import':
      return importFiles(question.files, question.recipe, onProgress, undefined, roomFor(question));
    case 'download':
      return importOrigin(question.origin, question.recipe, {
        openShelf,
        onProgress,
        room: roomFor(question),
      });
    case 'look-up': {
      const asked = await askHuggingFace(question.name);
      return asked.ok ? asked : fail('bad-file', asked.error.says);
    }
    default:
      return question satisfies never;
  }
}

/** Where a run uses only the beginning of its text, so does this device, whatever fits. */
function roomFor({ isCut = false }: { readonly isCut?: boolean | undefined }): TextRoom {
  return isCut ? {} : { openTokens: openTokenFile };
}
