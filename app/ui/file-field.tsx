// A field that takes files of this device, under its label. A folder is taken with all that lies in it.
import type { ReactNode } from 'react';
import css from './file-field.module.css';

interface Props {
  label: ReactNode;
  accept?: string;
  isFolder?: boolean;
  isSingle?: boolean;
  onFiles: (files: FileList | null) => void;
}

export function FileField({ label, accept, isFolder = false, isSingle = false, onFiles }: Props) {
  return (
    <label className={css.file}>
      <span>{label}</span>
      <input
        type="file"
        multiple={!isSingle}
        accept={accept}
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={(event) => onFiles(event.target.files)}
      />
    </label>
  );
}
