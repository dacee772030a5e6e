// What stays of a run in the end: its checkpoint, and the model for PyTorch or Transformers.
import { inEnglish } from '../english/in-english';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportRun } from '../../train/checkpoint/export/export-run';
import type { GivenFiles } from '../../replica/provide-files';
import type { RingInput } from './ring-input';
import type { RingOptions } from './ring-options';
import type { Outcome } from './ring-report';
import type { ReplicaTab } from './replica-tab';

/** 'done', or why a file could not be written. */
export async function writeFiles(
  host: Pick<ReplicaTab, 'checkpoint'>,
  { save, exportTo, withData }: Pick<RingOptions, 'save' | 'exportTo' | 'withData'>,
  { files, base }: Pick<RingInput, 'files' | 'base'>,
  report: (text: string) => void,
): Promise<Outcome> {
  if (save === undefined && exportTo === undefined) return { kind: 'done' };
  try {
    const bytes = await host.checkpoint();
    if (save !== undefined) {
      await writeFile(save, bytes);
      report(`saved the run: ${save}`);
    }
    if (exportTo !== undefined)
      await writeFolder(exportTo, bytes, report, {
        data: withData ? dataOf(files) : undefined,
        find: () => Promise.resolve(base),
      });
    return { kind: 'done' };
  } catch (error) {
    return {
      kind: 'failed',
      why: `the run is done, but its files are not written: ${(error as Error).message}`,
    };
  }
}

function dataOf(files: GivenFiles | undefined): readonly Blob[] | undefined {
  if (!files) return undefined;
  return files.kind === 'provide-text' ? [files.text] : [files.inputFile, files.labelFile];
}

/** The trained model in this checkpoint, for PyTorch, ONNX and, of a GPT, Transformers. */
export async function writeFolder(
  folder: string,
  bytes: Uint8Array<ArrayBuffer>,
  report: (text: string) => void,
  given?: Parameters<typeof exportRun>[1],
): Promise<void> {
  const files = await exportRun(new Blob([bytes]), given);
  if (!files.ok) throw new Error(inEnglish(files.error.says));
  for (const { name, bytes: content } of files.value) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  report(`exported ${files.value.map(({ name }) => name).join(', ')} to ${folder}`);
}
