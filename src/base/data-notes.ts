// What a reader of files says about them, beside the data: what was left out, and why. A note is a code with the values in
// it. Here are its English words, which commands in Node print; a page has its own for each language.
import { groupDigits } from './group-digits';
import { largeSize } from './large-size';

const size = (bytes: number): string => largeSize(bytes, 'MB', 'GB');

const visible = (delimiter: string): string => (delimiter === '\t' ? '⇥' : delimiter);

export const englishNotes = {
  // texts
  'first-part': (used: number, of: number) =>
    `The first ${size(used)} of ${size(of)} are used: the text has more than fits.`,
  'first-part-of-more': (used: number) =>
    `The first ${size(used)} of the text are used: it has more than fits.`,
  'first-texts': (texts: number) =>
    `The first ${groupDigits(texts)} texts are used: the file has more than fit.`,
  'many-characters': (most: number) =>
    `The text has more than ${groupDigits(most)} different characters, so its tokens are byte pairs.`,

  // tables
  'first-rows': (rows: number) => `The first ${groupDigits(rows)} rows are used: the file has more than fit.`,
  'rows-without-class': (rows: number) =>
    `${groupDigits(rows)} ${rows === 1 ? 'row without a class is' : 'rows without a class are'} left out.`,
  'column-empty': (column: string) => `Column “${column}” is left out: it is empty.`,
  'column-constant': (column: string) => `Column “${column}” is left out: it has the same value everywhere.`,
  'names-on-line': (line: number, before: number) =>
    `The names of the columns are on line ${groupDigits(line)}. ${before === 1 ? 'One line before it is' : `${groupDigits(before)} lines before it are`} skipped.`,
  'names-doubtful': (line: number) =>
    `Line ${groupDigits(line)} is taken for the names of the columns, though it might be an example.`,
  'second-names': (line: number) =>
    `Line ${groupDigits(line)} has words where the rows have numbers: it is skipped.`,
  'no-names': (line: number) =>
    `No line names the columns: line ${groupDigits(line)} is the first example, and columns are called “column 1”, “column 2” and so on.`,
  'no-names-doubtful': (line: number) =>
    `Line ${groupDigits(line)} is taken for an example, though it might name the columns.`,
  'first-lines-skipped': (lines: number) =>
    `${lines === 1 ? 'One line' : `${groupDigits(lines)} lines`} before the first row ${lines === 1 ? 'is' : 'are'} skipped.`,
  'delimiter-guessed': (delimiter: string, other: string) =>
    `Values are cut at “${visible(delimiter)}”. “${visible(other)}” would fit as well.`,
  'lines-of-comments': (lines: number) =>
    `${lines === 1 ? 'One line that begins like a comment is' : `${groupDigits(lines)} lines that begin like comments are`} skipped.`,
  'lines-uneven': (lines: number, first: number, values: number, width: number) =>
    lines === 1
      ? `Line ${groupDigits(first)} has ${groupDigits(values)} ${values === 1 ? 'value' : 'values'} instead of ${groupDigits(width)}, and is left out.`
      : `${groupDigits(lines)} lines have more or fewer values than ${groupDigits(width)}, the first of them line ${groupDigits(first)}: they are left out.`,
  'names-again': (lines: number) =>
    `The names of the columns come again ${lines === 1 ? 'once' : `${groupDigits(lines)} times`}: such lines are skipped.`,
  'target-guessed': (column: string, others: string) =>
    `The column to learn is a guess: “${column}”. As likely: ${others}.`,
  'numbers-read-so': (column: string, more: number, cell: string, value: string) =>
    `In column “${column}”${more > 0 ? ` and ${groupDigits(more)} more` : ''}, “${cell}” is the number ${value}.`,
  'numbers-unclear': (column: string, cell: string, value: string, other: string) =>
    `In column “${column}”, “${cell}” is taken for ${value}. It could be ${other}, too: no number of the column tells.`,
  'gaps-in-texts': (column: string, word: string) =>
    `“${word}” in column “${column}” is a gap, as in columns of numbers of this file.`,
  'column-is-index': (column: string) => `Column “${column}” is left out: it only names or numbers the rows.`,
  'column-like-index': (column: string) =>
    `Column “${column}” has another whole number in every row. If they only name the rows, remove it from the file.`,
  'column-of-row-numbers': (column: string) => `Column “${column}” is left out: it numbers the rows.`,
  'column-hardly-changes': (column: string) => `Column “${column}” is left out: it hardly changes.`,
  'column-mixed': (column: string, cell: string, line: number) =>
    `Column “${column}” is left out: it has “${cell}” among its numbers, on line ${groupDigits(line)}.`,
  'column-of-many-texts': (column: string, most: number) =>
    `Column “${column}” is left out: it has more than ${groupDigits(most)} different texts.`,
  'column-of-other-type': (column: string, type: string) =>
    `Column “${column}” (${type}) is left out: it is of a type that is not read.`,
  'columns-of-other-types': (count: number) =>
    `Further columns of types that are not read: ${groupDigits(count)}.`,
  'columns-with-long-names': (most: number, count: number) =>
    `Columns whose names have more than ${groupDigits(most)} characters are left out: ${groupDigits(count)}.`,
  'columns-beyond': (most: number, count: number) =>
    `Columns beyond the first ${groupDigits(most)} are left out: ${groupDigits(count)}.`,

  // JSON Lines
  'field-late': (field: string, line: number, after: number) =>
    `Field “${field}” is left out: it first comes on line ${groupDigits(line)}, after the first ${groupDigits(after)}.`,
  'fields-late': (count: number, isAtLeast: boolean) =>
    `Further fields that come as late: ${isAtLeast ? 'at least ' : ''}${groupDigits(count)}.`,
  'fields-without-names': (most: number, count: number) =>
    `Fields without a name, or with one of more than ${groupDigits(most)} characters, are left out: ${groupDigits(count)}.`,

  // images
  'images-beyond': (count: number) =>
    `${groupDigits(count)} ${count === 1 ? 'image more than fits is' : 'images more than fit are'} not used.`,
  'first-images': (count: number, bytes: number) =>
    `The first ${groupDigits(count)} images are used: the file holds more than ${groupDigits(bytes)} bytes of them.`,
  'rows-without-image': (count: number) => `Rows without an image are left out: ${groupDigits(count)}.`,

  'images-unreadable': (count: number, path: string) =>
    count === 1
      ? `${path} cannot be read as a PNG or JPEG image, and is left out.`
      : `${groupDigits(count)} files cannot be read as PNG or JPEG images, such as ${path}, and are left out.`,
  'images-without-class': (count: number, folder: string) =>
    `${groupDigits(count)} ${count === 1 ? 'image' : 'images'} in the folder “${folder}” itself ${count === 1 ? 'has no class, and is' : 'have no class, and are'} left out.`,
  'parts-joined': (parts: string) =>
    `The folders ${parts} are read as one set, and split into training and validation anew.`,
  'classes-by-folder': (folder: string) =>
    `The classes are the folders in “${folder}”: folders within them only divide their images.`,

  // bundles
  'zip-names-guessed': (codePage: string) =>
    `The archive does not say how the names in it are written: they are read as ${codePage}.`,
  'one-of-files': (path: string, others: string) => `Only ${path} is read. The others are not: ${others}.`,
  'read-as-utf-16': () => 'The file is in UTF-16, and is read so.' as string,
  'read-as-western': () =>
    'The file is not in UTF-8. It is read as Windows-1252: see whether letters such as ä and é are right.' as string,
  'json-in-text': () => 'The file looks like JSON, so its rows are read.' as string,
  'table-in-text': () => 'The file looks like a table, so it is read as one.' as string,
  'texts-in-table': (field: string) =>
    `Nothing but texts is in the table, so the texts of “${field}” are read.`,

  // a GPT of others
  'tokens-of-no-text': (count: number, such: string) =>
    `${groupDigits(count)} ${count === 1 ? 'token that no text has is' : 'tokens that no text has are'} left out${such === '' ? '' : `, such as “${such}”`}.`,
  'words-cut-otherwise': () =>
    'Lockstep cuts words by a rule of its own, not by GPT-2’s: some words get other tokens of the model.' as string,

  // downloads
  'first-file': (of: number) => `The first of ${groupDigits(of)} files of this part is used.`,
};

type Sentences = typeof englishNotes;
export type NoteCode = keyof Sentences;

/** A code with the values of its sentence, in order. Structured-cloneable. */
export type DataNote = {
  readonly [Code in NoteCode]: { readonly code: Code; readonly given: Readonly<Parameters<Sentences[Code]>> };
}[NoteCode];

export function dataNote<Code extends NoteCode>(code: Code, ...given: Parameters<Sentences[Code]>): DataNote {
  return { code, given } as unknown as DataNote;
}

export function englishNote(note: DataNote): string {
  return noteIn(englishNotes, note);
}

/** The note in the words of any language. */
export function noteIn(words: Sentences, { code, given }: DataNote): string {
  return (words[code] as (...given: readonly unknown[]) => string)(...given);
}
