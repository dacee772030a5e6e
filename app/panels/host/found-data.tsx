// What was found in a person's files or in a public dataset: its size, the column to learn where there is a choice, what was
// left out, and a preview.
import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { mostAmounts } from '../../../src/data/amounts';
import type { ExampleShape } from '../../../src/data/own-data';
import { type CsvReading, type Delimiter, delimiters, namesPairs } from '../../../src/data/recipe';
import type { LocalFiles, Origin, Recipe, RecipeWish } from '../../bridge/session/engine-room';
import { ProblemLine } from '../../bridge/session/problem-line';
import { foundWords, noteWords, progressWords } from '../../bridge/words/data-words';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Toggle } from '../../ui/toggle';
import { DataPreview } from './data-preview';
import ui from '../../ui/shape.module.css';
import css from './file-picker.module.css';
import type { Import } from './use-import';

/** The room's data, which others must equal. */
export interface ExpectedData {
  readonly sha256: string;
  /** Each member brings its own: this shape must be equal instead (E29). */
  readonly own?: ExampleShape | undefined;
  readonly recipe?: Recipe | undefined;
  readonly origin?: Origin | undefined;
  /** The bytes of a text of which only the beginning is used. */
  readonly cutFrom?: number | undefined;
  /** The context of the windows of a text. */
  readonly context?: number | undefined;
}

export function FoundData({
  state: { progress, problem, cancel },
  files,
  idle,
  hasCancel = false,
  context,
  onChoose,
}: {
  state: Import;
  files: LocalFiles | undefined;
  /** Shown before anything was chosen. */
  idle: string;
  /** The panel around it has a bar of its own, and ends what it shows there. */
  hasCancel?: boolean;
  /** The context of the run's windows of a text, where it is known. */
  context?: number | undefined;
  /** Absent: the room has chosen. */
  onChoose?: ((recipe: RecipeWish) => void) | undefined;
}) {
  const part = typeof progress === 'object' ? progress : undefined;
  const shown = part?.of === 'merges' || part?.of === 'text' ? part : undefined;
  const tone = problem ? ui.bad : files && !progress ? ui.good : '';
  return (
    <>
      <p className={`${ui.quiet} ${tone}`} role="status">
        {progress ? (
          progressWords(progress)
        ) : problem ? (
          <ProblemLine problem={problem} />
        ) : files ? (
          `✓ ${foundWords(files)}`
        ) : (
          idle
        )}
      </p>
      {shown || (progress && !hasCancel) ? (
        <div className={css.row}>
          {shown ? (
            <progress
              className={css.bar}
              aria-label={shown.of === 'merges' ? t`Byte pairs learnt` : t`Text that is read`}
              value={shown.read / (shown.total ?? 1)}
            />
          ) : null}
          <Button onClick={cancel}>{t`Cancel`}</Button>
        </div>
      ) : null}
      {files && onChoose ? <Choice files={files} onChoose={onChoose} /> : null}
      {files ? <Notes>{files.notes}</Notes> : null}
      {files ? <DataPreview files={files} context={context} /> : null}
    </>
  );
}

/** The person’s choices of how files are read: the target or field, the separator of a table, and its line of names. */
function Choice({ files, onChoose }: { files: LocalFiles; onChoose: (recipe: RecipeWish) => void }) {
  const { recipe, other } = files;
  const choices = (files.kind !== 'idx' && files.choices) || [];
  const column = recipe?.kind === 'field' ? recipe.field : undefined;
  return (
    <>
      {column === undefined || choices.length < 2 ? null : (
        <div className={css.choice}>
          <SelectField
            label={t`Field to read`}
            value={column}
            options={choices.map((choice) => [choice, choice] as const)}
            onChange={(choice) => onChoose({ kind: 'field', field: choice })}
          />
        </div>
      )}
      {files.kind === 'table' ? <TargetChoice files={files} onChoose={onChoose} /> : null}
      {other ? (
        <div className={css.row}>
          <Button onClick={() => onChoose(other === 'text' ? { kind: 'text' } : { kind: 'table' })}>
            {other === 'text' ? t`Read it as a text` : t`Read it as a table`}
          </Button>
        </div>
      ) : null}
      {files.kind === 'table' && files.delimiter !== undefined && files.hasNames !== undefined ? (
        <TableChoice
          reading={files.recipe}
          delimiter={files.delimiter}
          hasNames={files.hasNames}
          onChoose={onChoose}
        />
      ) : null}
      {files.kind === 'text' ? <TokenChoice files={files} onChoose={onChoose} /> : null}
    </>
  );
}

/** The class or the amount to learn, and beside an amount others. */
function TargetChoice({
  files: { recipe, choices, amountChoices },
  onChoose,
}: {
  files: Extract<LocalFiles, { kind: 'table' }>;
  onChoose: (recipe: RecipeWish) => void;
}) {
  const { amounts, ...ofClasses } = recipe;
  const others = amounts ? amountChoices.filter((name) => name !== recipe.target) : [];
  const toggle = (name: string, isOn: boolean): void =>
    onChoose({ ...recipe, amounts: isOn ? [...amounts!, name] : amounts!.filter((one) => one !== name) });
  return (
    <>
      {choices.length + amountChoices.length < 2 ? null : (
        <div className={css.choice}>
          <SelectField
            label={t`Column to learn`}
            value={`${amounts ? 'amount' : 'class'} ${recipe.target}`}
            options={[
              ...choices.map((name) => [`class ${name}`, t`${name}: its classes`] as const),
              ...amountChoices.map((name) => [`amount ${name}`, t`${name}: an amount`] as const),
            ]}
            onChange={(choice) => {
              const target = choice.slice(choice.indexOf(' ') + 1);
              onChoose(
                choice.startsWith('amount ')
                  ? { ...ofClasses, target, amounts: [target] }
                  : { ...ofClasses, target },
              );
            }}
          />
        </div>
      )}
      {others.length > 0 && amounts ? (
        <details className={css.more}>
          <summary>{t`Predict other amounts as well`}</summary>
          <div className={css.row}>
            {others.slice(0, mostOffered).map((name) => (
              <Toggle
                key={name}
                label={name}
                isOn={amounts.includes(name)}
                isDisabled={!amounts.includes(name) && amounts.length >= mostAmounts}
                onChange={(isOn) => toggle(name, isOn)}
              />
            ))}
          </div>
        </details>
      ) : null}
    </>
  );
}

/** Columns that can be predicted beside the first. */
const mostOffered = 24;

/** `reading`: what was chosen before. Another delimiter or other names make other columns, so the column to learn goes. */
function TableChoice({
  reading: { names, delimiter: chosen },
  delimiter,
  hasNames,
  onChoose,
}: {
  reading: CsvReading;
  delimiter: string;
  hasNames: boolean;
  onChoose: (recipe: RecipeWish) => void;
}) {
  const words: Readonly<Record<Delimiter, string>> = {
    ',': t`Comma`,
    ';': t`Semicolon`,
    '\t': t`Tab`,
    '|': t`Vertical bar`,
    ' ': t`Spaces, as many as there are`,
  };
  return (
    <>
      <div className={css.choice}>
        <SelectField
          label={t`Columns parted by`}
          value={delimiter}
          options={delimiters.map((one) => [one, words[one]] as const)}
          onChange={(one) =>
            onChoose({
              kind: 'table',
              delimiter: one as Delimiter,
              ...(names === undefined ? {} : { names }),
            })
          }
        />
      </div>
      <div className={css.choice}>
        <SelectField
          label={t`Names of the columns`}
          value={hasNames ? 'line' : 'none'}
          options={[
            ['line', t`In a line of the file`] as const,
            ['none', t`Not in the file: every line is an example`] as const,
          ]}
          onChange={(choice) =>
            onChoose({
              kind: 'table',
              names: choice === 'line',
              ...(chosen === undefined ? {} : { delimiter: chosen }),
            })
          }
        />
      </div>
    </>
  );
}

const sizes = ['512', '1024'] as const;

interface Props {
  files: Extract<LocalFiles, { kind: 'text' }>;
  onChoose: (recipe: RecipeWish) => void;
}

function TokenChoice({ files: { recipe, vocabulary }, onChoose }: Props) {
  const learnt = sizes.find((size) => vocabulary <= Number(size)) ?? sizes[1];
  const value = namesPairs(recipe) ? learnt : 'characters';
  const field = recipe?.kind === 'field' ? recipe.field : undefined;
  const wish = (learn: number): RecipeWish =>
    field === undefined ? { kind: 'text', learn } : { kind: 'field', field, learn };
  return (
    <div className={css.choice}>
      <SelectField
        label={t`Tokens`}
        hint={t`With byte pairs, frequent parts of words become one token: the model sees more text at once.`}
        value={value}
        options={[
          ['characters', t`Characters`] as const,
          ...sizes.map(
            (size) => [size, t`Byte pairs, at most ${{ number: formatCount(Number(size)) }} tokens`] as const,
          ),
        ]}
        onChange={(chosen) => {
          if (chosen !== 'characters') onChoose(wish(Number(chosen)));
          else onChoose(field === undefined ? { kind: 'text' } : { kind: 'field', field });
        }}
      />
    </div>
  );
}

const shownNotes = 6;

function Notes({ children: notes }: { children: LocalFiles['notes'] }): ReactNode {
  if (notes.length === 0) return null;
  const items = notes.map((note, at) => <li key={at}>{noteWords(note)}</li>);
  const more = notes.length - shownNotes;
  return (
    <>
      <ul className={`${ui.quiet} ${css.notes}`}>{items.slice(0, shownNotes)}</ul>
      {more > 0 ? (
        <details className={css.more}>
          <summary>{t`${{ more: formatCount(more) }} more ${plural({ count: more }, { 1: 'note', other: 'notes' })}`}</summary>
          <ul className={`${ui.quiet} ${css.notes}`}>{items.slice(shownNotes)}</ul>
        </details>
      ) : null}
    </>
  );
}
