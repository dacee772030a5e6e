// A picker of files on this device to train on: a drop zone, two inputs, and what was found in the files.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ok } from '../../../src/base/result';
import type { GivenFile, LocalFiles, Recipe, RecipeWish } from '../../bridge/session/engine-room';
import { chosenFiles, droppedFiles, type Dropped } from './dropped-files';
import css from './file-picker.module.css';
import { FoundData, type ExpectedData } from './found-data';
import { useImport } from './use-import';

export function FilePicker({
  files,
  onFiles,
  expected,
  textIn,
  context = expected?.context,
}: {
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
  expected?: ExpectedData;
  /** A text is asked for, in these tokens. */
  textIn?: Recipe;
  /** The context of the run's windows of a text. */
  context?: number | undefined;
}) {
  const [given, setGiven] = useState<readonly GivenFile[]>([]);
  const [isOver, setIsOver] = useState(false);
  const state = useImport(onFiles, expected);
  const read = (chosen: Promise<Dropped>, recipe?: RecipeWish): void =>
    void state.run(async (desk, onProgress, signal) => {
      const dropped = await chosen;
      if (!dropped.ok) return dropped;
      const list = dropped.value;
      if (list.length === 0 || signal.aborted) return undefined;
      setGiven(list);
      const isCut = expected?.cutFrom !== undefined;
      return desk.importFiles(list, recipe ?? expected?.recipe ?? textIn, onProgress, signal, isCut);
    }, recipe && files);

  return (
    <div
      className={`${css.picker} ${isOver ? css.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        read(droppedFiles(event.dataTransfer));
      }}
    >
      <p className={css.note}>
        {textIn
          ? t`Drop here or choose a text.`
          : t`Drop here or choose a table (CSV, JSON, JSON Lines, parquet), a text, or the two files of an IDX set. Or images (PNG, JPEG): a folder per class. A ZIP archive may hold any of these, and gzip may pack a file.`}
      </p>
      <div className={css.files}>
        <Chooser label={t`Files`} onChosen={(list) => read(Promise.resolve(ok(list)))} />
        {textIn ? null : (
          <Chooser
            label={t`Folder of images`}
            isFolder
            onChosen={(list) => read(Promise.resolve(ok(list)))}
          />
        )}
      </div>
      <FoundData
        state={state}
        files={files}
        idle={t`Nothing is uploaded: your files stay on this device.`}
        context={context}
        onChoose={expected || textIn ? undefined : (recipe) => read(Promise.resolve(ok(given)), recipe)}
      />
    </div>
  );
}

function Chooser({
  label,
  isFolder = false,
  onChosen,
}: {
  label: string;
  isFolder?: boolean;
  onChosen: (files: readonly GivenFile[]) => void;
}) {
  return (
    <label className={css.file}>
      <span>{label}</span>
      <input
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={(event) => onChosen(chosenFiles(event.target.files))}
      />
    </label>
  );
}
