// Files of a saved run, or of a GPT, dropped anywhere on the page. Drop zones for other files keep theirs.
import type { Saying } from '../../../src/base/sayings';
import { useEffect, useState } from 'react';
import type { GivenFile } from '../../bridge/session/engine-room';
import { droppedFiles } from './dropped-files';

export interface RunFileDrop {
  /** Those of the last drop, with the files in a dropped folder. Empty before one. */
  readonly files: readonly GivenFile[];
  /** Why the last drop was refused. */
  readonly problem: Saying | undefined;
  /** A file is held over the page. */
  readonly isOver: boolean;
}

export function useRunFileDrop(): RunFileDrop {
  const [isOver, setIsOver] = useState(false);
  const [files, setFiles] = useState<readonly GivenFile[]>([]);
  const [problem, setProblem] = useState<Saying>();
  useEffect(() => {
    const isFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (!isFile(event)) return;
      event.preventDefault(); // or the browser opens the file in place of this page
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false); // out of the window
    };
    const drop = (event: DragEvent): void => {
      setIsOver(false);
      if (event.defaultPrevented || !isFile(event)) return;
      event.preventDefault();
      if (!event.dataTransfer) return;
      void droppedFiles(event.dataTransfer).then(
        (dropped) => {
          setFiles(dropped.ok ? dropped.value : []);
          setProblem(dropped.ok ? undefined : dropped.error.says);
        },
        () => setFiles([]),
      );
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return { files, problem, isOver };
}
