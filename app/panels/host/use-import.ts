// Reads or downloads data to train on: what is done now, the problem if there is one, and how to end it. The latest wish
// counts; an earlier one is aborted.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { ownMismatch } from '../../../src/data/own-data';
import type { Result } from '../../../src/base/result';
import {
  loadDataDesk,
  type DataDesk,
  type FileProgress,
  type LocalFiles,
} from '../../bridge/session/engine-room';
import { formatBytes, formatSentence } from '../../bridge/words/format';
import { sayingWords } from '../../bridge/words/saying-words';
import type { ExpectedData } from './found-data';
import { problemOf, type Problem, type Told } from '../../bridge/words/problem';

type ReadData = (
  desk: DataDesk,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
) => Promise<Result<LocalFiles, 'bad-file'> | { readonly ok: false; readonly error: Told } | undefined>;

export interface Import {
  readonly progress: FileProgress | 'begun' | undefined;
  readonly problem: Problem | undefined;
  /** `before`: what is there again after a cancel, or where the wish cannot be met. */
  readonly run: (read: ReadData, before?: LocalFiles) => Promise<void>;
  readonly cancel: () => void;
}

/** Why the files that were found are not those that the room needs; undefined: they are. */
export function misfitOf(found: LocalFiles, { sha256, own, cutFrom }: ExpectedData): string | undefined {
  if (!own && found.kind === 'text' && found.cutFrom !== undefined && cutFrom === undefined)
    return t`The room trains on all of this text, and this device has room for its first ${{ used: formatBytes(found.bytes) }} only. Free some space on it, or open the page in a window that is not private.`;
  if (!own)
    return found.sha256 === sha256
      ? undefined
      : t`This is other data than the room’s: its hash begins ${{ sha: found.sha256.slice(0, 8) }}, the room’s ${{ sha2562: sha256.slice(0, 8) }}.`;
  if (found.kind === 'text')
    return own.classes === found.vocabulary ? undefined : t`This text is not cut into the room’s tokens.`;
  const why = ownMismatch(own, found);
  return why && formatSentence(t`These examples do not fit: ${{ why: sayingWords(why.text, why.says) }}`);
}

export function useImport(
  onFiles: (files: LocalFiles | undefined) => void,
  expected: ExpectedData | undefined,
): Import {
  const [problem, setProblem] = useState<Problem>();
  const [progress, setProgress] = useState<FileProgress | 'begun'>();
  const latest = useRef<AbortController>(undefined);
  const kept = useRef<LocalFiles>(undefined);
  useEffect(() => () => latest.current?.abort(), []);

  const run = async (read: ReadData, before?: LocalFiles): Promise<void> => {
    latest.current?.abort();
    kept.current = before;
    const control = (latest.current = new AbortController());
    const { signal } = control;
    setProblem(undefined);
    onFiles(undefined);
    setProgress('begun');
    try {
      const found = await read(
        await loadDataDesk(),
        (now) => {
          if (!signal.aborted) setProgress(now);
        },
        signal,
      );
      if (signal.aborted || !found) return;
      if (!found.ok) {
        setProblem(problemOf(found.error));
        onFiles(before);
        return;
      }
      const misfit = expected && misfitOf(found.value, expected);
      if (misfit) setProblem({ words: () => misfitOf(found.value, expected) ?? '' });
      else onFiles(found.value);
    } catch {
      if (!signal.aborted) setProblem({ words: () => t`The files could not be read. Choose them again.` });
    } finally {
      if (!signal.aborted) setProgress(undefined);
    }
  };
  const cancel = (): void => {
    latest.current?.abort();
    setProgress(undefined);
    onFiles(kept.current);
  };
  return { progress, problem, run, cancel };
}
