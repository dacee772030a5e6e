// A picker of files on this device to train on: a drop zone, two inputs, what was found in the files, and a choice where
// there is one. It refuses files with another hash than the room's.
import { useRef, useState, type ReactNode } from 'react';
import {
  engineRoom,
  type FileProgress,
  type GivenFile,
  type LocalFiles,
  type Recipe,
} from '../../bridge/session/engine-room';
import { foundWords } from '../../bridge/words/data-words';
import { formatCount, formatSentence } from '../../bridge/words/format';
import { SelectField } from '../../ui/field';
import { DataPreview } from './data-preview';
import { chosenFiles, droppedFiles } from './dropped-files';
import css from './file-picker.module.css';

/** The room's files, which others must equal. */
export interface ExpectedFiles {
  readonly sha256: string;
  readonly recipe?: Recipe | undefined;
}

export function FilePicker({
  files,
  onFiles,
  expected,
}: {
  files: LocalFiles | undefined;
  onFiles: (files: LocalFiles | undefined) => void;
  expected?: ExpectedFiles;
}) {
  const [given, setGiven] = useState<readonly GivenFile[]>([]);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<FileProgress | 'begun'>();
  /** Several choices may be read at once: the result of the latest choice is shown, whichever ends last. */
  const latest = useRef(0);

  const read = async (chosen: Promise<readonly GivenFile[]>, recipe = expected?.recipe): Promise<void> => {
    const choice = ++latest.current;
    const isOutdated = (): boolean => choice !== latest.current;
    setProblem(undefined);
    onFiles(undefined);
    setProgress('begun');
    try {
      const list = await chosen;
      if (isOutdated()) return;
      setGiven(list);
      if (list.length === 0) return;
      const engine = await engineRoom();
      const imported = await engine.importFiles(list, recipe, (now) => {
        if (!isOutdated()) setProgress(now);
      });
      if (isOutdated()) return;
      if (!imported.ok) setProblem(formatSentence(imported.error.message));
      else if (expected && imported.value.sha256 !== expected.sha256)
        setProblem(
          `This is other data than the room’s: its hash begins ${imported.value.sha256.slice(0, 8)}, the room’s ${expected.sha256.slice(0, 8)}.`,
        );
      else onFiles(imported.value);
    } catch {
      if (!isOutdated()) setProblem('The files could not be read. Choose them again.');
    } finally {
      if (!isOutdated()) setProgress(undefined);
    }
  };

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
        void read(droppedFiles(event.dataTransfer));
      }}
    >
      <p className={css.note}>
        Drop here or choose a table (CSV, JSON Lines), a text, or the two files of an IDX set such as MNIST.
        Or images (PNG, JPEG): a folder per class, or a ZIP archive of such folders.
      </p>
      <div className={css.files}>
        <Chooser label="Files" onChosen={(list) => void read(Promise.resolve(list))} />
        <Chooser label="Folder of images" isFolder onChosen={(list) => void read(Promise.resolve(list))} />
      </div>
      <p
        className={problem ? `${css.note} ${css.bad}` : files ? `${css.note} ${css.good}` : css.note}
        role="status"
      >
        {statusWords(progress, problem, files)}
      </p>
      {files?.choices && files.choices.length > 1 && files.recipe && !expected ? (
        <Choice files={files} onChoose={(recipe) => void read(Promise.resolve(given), recipe)} />
      ) : null}
      {files ? <Notes>{files.notes}</Notes> : null}
      {files ? <DataPreview files={files} /> : null}
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

/** The column to learn, or the field to read. */
function Choice({ files, onChoose }: { files: LocalFiles; onChoose: (recipe: Recipe) => void }) {
  const { recipe, choices = [] } = files;
  if (!recipe || recipe.kind === 'images') return null;
  const value = recipe.kind === 'table' ? recipe.target : recipe.field;
  return (
    <div className={css.choice}>
      <SelectField
        label={recipe.kind === 'table' ? 'Column to learn' : 'Field to read'}
        value={value}
        options={choices.map((choice) => [choice, choice] as const)}
        onChange={(choice) =>
          onChoose(
            recipe.kind === 'table' ? { kind: 'table', target: choice } : { kind: 'field', field: choice },
          )
        }
      />
    </div>
  );
}

const shownNotes = 6;

function Notes({ children: notes }: { children: readonly string[] }): ReactNode {
  if (notes.length === 0) return null;
  const more = notes.length - shownNotes;
  return (
    <ul className={css.notes}>
      {notes.slice(0, shownNotes).map((note) => (
        <li key={note}>{note}</li>
      ))}
      {more > 0 ? <li>{formatCount(more)} more columns are left out.</li> : null}
    </ul>
  );
}

function statusWords(
  progress: FileProgress | 'begun' | undefined,
  problem: string | undefined,
  files: LocalFiles | undefined,
): string {
  if (progress === 'begun') return 'Reading …';
  if (progress) return `Reading … ${formatCount(progress.read)} ${progress.of} so far.`;
  return (
    problem ?? (files ? `✓ ${foundWords(files)}` : 'Nothing is uploaded: your files stay on this device.')
  );
}
