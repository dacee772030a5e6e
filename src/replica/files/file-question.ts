// The facts that a page needs about the user's files before it uses them, never their contents.
import { fail, ok, type Result } from '../../base/result';
import { defaultCapBytes, openIdx } from '../../data/idx-dataset';
import { openText, textCapBytes } from '../../data/text-file';
import { refusalBySize } from '../../data/unpack';
import { exportRun } from '../../train/checkpoint/export/export-run';
import { zipOf } from '../../train/checkpoint/export/zip';
import { mostFileBytes } from '../../train/checkpoint/safetensors-file';
import { checkRunFile, type RunFacts } from './run-file';

export type FileQuestion =
  | { readonly kind: 'text'; readonly file: File }
  /** A saved run. */
  | { readonly kind: 'run'; readonly file: File }
  /** A saved run, as an archive for PyTorch. */
  | { readonly kind: 'export'; readonly file: Blob }
  | { readonly kind: 'idx'; readonly images: File; readonly labels: File; readonly name: string };

export interface TextFacts {
  readonly sha256: string;
  readonly characters: number;
  /** Distinct characters. */
  readonly vocabulary: number;
}

export interface IdxFacts {
  readonly sha256: string;
  readonly examples: number;
  readonly inputShape: readonly number[];
  readonly classes: number;
}

interface FactsOfKind {
  readonly text: TextFacts;
  readonly idx: IdxFacts;
  readonly run: RunFacts;
  readonly export: Blob;
}

export type FactsOf<Q extends FileQuestion> = FactsOfKind[Q['kind']];
export type FileAnswer = Result<FactsOfKind[FileQuestion['kind']], 'bad-file'>;

/** Why the files need not be opened, judged by their sizes. */
export function refusalOf(question: FileQuestion): string | undefined {
  if (question.kind === 'text') return refusalBySize(question.file.size, textCapBytes, 'the text file');
  if (question.kind === 'run' || question.kind === 'export')
    return refusalBySize(question.file.size, mostFileBytes, 'the file');
  const { images, labels } = question;
  return (
    refusalBySize(images.size, defaultCapBytes, 'the image file') ??
    refusalBySize(labels.size, defaultCapBytes, 'the label file')
  );
}

export async function answerFileQuestion(question: FileQuestion): Promise<FileAnswer> {
  if (question.kind === 'run') return checkRunFile(question.file);
  if (question.kind === 'export') {
    const files = await exportRun(question.file);
    return files.ok
      ? ok(new Blob([zipOf(files.value)], { type: 'application/zip' }))
      : fail('bad-file', files.error.message);
  }
  if (question.kind === 'text') {
    const opened = await openText(question.file);
    if (!opened.ok) return fail('bad-file', opened.error.message);
    const { characters, tokens, sha256 } = opened.value;
    return ok({ sha256, characters: tokens.length, vocabulary: characters.length });
  }
  const opened = await openIdx(question.images, question.labels, question.name);
  if (!opened.ok) return fail('bad-file', opened.error.message);
  const { dataset, sha256 } = opened.value;
  const { length: examples, inputShape, classes } = dataset;
  return ok({ sha256, examples, inputShape, classes });
}
