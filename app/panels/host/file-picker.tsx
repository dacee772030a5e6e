// A picker of files on this device to train on: a drop zone, two inputs, and what was found in the files.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ok } from '../../../src/base/result';
import type { GivenFile, LocalFiles, Recipe, RecipeWish } from '../../bridge/session/engine-room';
import { FileField } from '../../ui/file-field';
import { chosenFiles, droppedFiles, type Dropped } from './dropped-files';
import ui from '../../ui/shape.module.css';
import css from './file-picker.module.css';
import { FoundData, type ExpectedData } from './found-data';
import { useImport } from './use-import';

export default function FilePicker({
  files,
  onFiles,
  expected,
  readAs,
  context = expected?.context,
}: {
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
  expected?: ExpectedData;
  /** Examples of this kind are asked for: a text in these tokens, pictures of this size, or sounds. */
  readAs?: Recipe | undefined;
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
      return desk.importFiles(list, recipe ?? expected?.recipe ?? readAs, onProgress, signal, isCut);
    }, recipe && files);
  const isText = readAs && readAs.kind !== 'images' && readAs.kind !== 'sounds';
  const take = (list: FileList | null): void => read(Promise.resolve(ok(chosenFiles(list))));

  return (
    <div
      className={`${ui.drop} ${isOver ? ui.over : ''}`}
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
      <p className={ui.quiet}>
        {isText
          ? t`Drop here or choose a text.`
          : readAs
            ? wantedWords(readAs)
            : t`Drop here or choose a table (CSV, JSON, JSON Lines, parquet), a text, or the two files of an IDX set. Or images (PNG, JPEG): a folder per class. A ZIP archive may hold any of these, and gzip may pack a file.`}
      </p>
      <div className={css.files}>
        <FileField label={t`Files`} onFiles={take} />
        {isText ? null : (
          <FileField
            label={readAs?.kind === 'sounds' ? t`Folder of sounds` : t`Folder of images`}
            isFolder
            onFiles={take}
          />
        )}
      </div>
      <FoundData
        state={state}
        files={files}
        idle={t`Nothing is uploaded: your files stay on this device.`}
        context={context}
        onChoose={expected || readAs ? undefined : (recipe) => read(Promise.resolve(ok(given)), recipe)}
      />
    </div>
  );
}

function wantedWords({ kind }: Recipe): string {
  return kind === 'sounds'
    ? t`Drop here or choose sounds (WAV): a folder per class. A ZIP archive may hold them.`
    : t`Drop here or choose images (PNG, JPEG): a folder per class, or the two files of an IDX set. A ZIP archive may hold them.`;
}
