// Reads or downloads data to train on: what is done now, the problem if there is one, and how to end it. The latest wish
// counts; an earlier one is aborted.
import { saidOf } from '../../../src/base/said-error';
import { say, type Saying } from '../../../src/base/sayings';
import { useEffect, useRef, useState } from 'react';
import { ownMismatch } from '../../../src/data/own-data';
import type { Result } from '../../../src/base/result';
import {
  loadDataDesk,
  type DataDesk,
  type FileProgress,
  type LocalFiles,
} from '../../bridge/session/engine-room';
import type { ExpectedData } from './found-data';

type ReadData = (
  desk: DataDesk,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
) => Promise<Result<LocalFiles> | undefined>;

export interface Import {
  readonly progress: FileProgress | 'begun' | undefined;
  readonly problem: Saying | undefined;
  /** `before`: what is there again after a cancel, or where the wish cannot be met. */
  readonly run: (read: ReadData, before?: LocalFiles) => Promise<void>;
  readonly cancel: () => void;
}

/** Why the files that were found are not those that the room needs; undefined: they are. */
export function misfitOf(found: LocalFiles, { sha256, own, cutFrom }: ExpectedData): Saying | undefined {
  if (!own && found.kind === 'text' && found.cutFrom !== undefined && cutFrom === undefined)
    return say('text-not-whole', { used: { bytes: found.bytes } });
  if (!own)
    return found.sha256 === sha256
      ? undefined
      : say('data-of-other-hash', { here: found.sha256.slice(0, 8), room: sha256.slice(0, 8) });
  if (found.kind === 'text') return own.classes === found.vocabulary ? undefined : say('text-not-cut');
  const why = found.kind === 'table' ? say('own-table') : ownMismatch(own, found);
  return why && say('examples-do-not-fit', { detail: why });
}

export function useImport(
  onFiles: (files: LocalFiles | undefined) => void,
  expected: ExpectedData | undefined,
): Import {
  const [problem, setProblem] = useState<Saying>();
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
        setProblem(saidOf(found.error));
        onFiles(before);
        return;
      }
      const misfit = expected && misfitOf(found.value, expected);
      if (misfit) setProblem(misfit);
      else onFiles(found.value);
    } catch {
      if (!signal.aborted) setProblem(say('files-not-read-again'));
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
