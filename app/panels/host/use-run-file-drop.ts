// A saved run dropped anywhere on the page. Drop zones for other files keep theirs.
import { useEffect, useState } from 'react';

export interface RunFileDrop {
  /** The last one dropped. */
  readonly file: File | undefined;
  /** A file is held over the page. */
  readonly isOver: boolean;
}

export function useRunFileDrop(): RunFileDrop {
  const [isOver, setIsOver] = useState(false);
  const [file, setFile] = useState<File>();
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
      setFile(event.dataTransfer?.files[0]);
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
  return { file, isOver };
}
