// What was found in a person's files or in a public dataset: its size, the column to learn where there is a choice, what was
// left out, and a preview.
import type { ReactNode } from 'react';
import type { LocalFiles, Origin, Recipe } from '../../bridge/session/engine-room';
import { foundWords, progressWords } from '../../bridge/words/data-words';
import { formatCount } from '../../bridge/words/format';
import { SelectField } from '../../ui/field';
import { DataPreview } from './data-preview';
import css from './file-picker.module.css';
import type { Import } from './use-import';

/** The room's data, which others must equal. */
export interface ExpectedData {
  readonly sha256: string;
  readonly recipe?: Recipe | undefined;
  readonly origin?: Origin | undefined;
}

export function FoundData({
  state: { progress, problem },
  files,
  idle,
  onChoose,
}: {
  state: Import;
  files: LocalFiles | undefined;
  /** Shown before anything was chosen. */
  idle: string;
  /** Absent: the room has chosen. */
  onChoose?: ((recipe: Recipe) => void) | undefined;
}) {
  const tone = problem ? css.bad : files && !progress ? css.good : '';
  return (
    <>
      <p className={`${css.note} ${tone}`} role="status">
        {progress ? progressWords(progress) : (problem ?? (files ? `✓ ${foundWords(files)}` : idle))}
      </p>
      {files && onChoose ? <Choice files={files} onChoose={onChoose} /> : null}
      {files ? <Notes>{files.notes}</Notes> : null}
      {files ? <DataPreview files={files} /> : null}
    </>
  );
}

/** The column to learn, or the field to read. */
function Choice({ files, onChoose }: { files: LocalFiles; onChoose: (recipe: Recipe) => void }) {
  const { recipe, choices = [] } = files;
  if (!recipe || recipe.kind === 'images' || choices.length < 2) return null;
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
