// What a reader of files says about them, beside the data: what was left out, and why. Codes with the values of their
// sentences.
import type { Bytes } from './sayings';

export interface NoteSayings {
  // texts
  'first-part': { used: Bytes; of: Bytes };
  'first-part-of-more': { used: Bytes };
  'first-texts': { texts: number };
  'many-characters': { most: number };

  // tables
  'first-rows': { rows: number };
  'rows-without-class': { rows: number };
  'rows-without-amount': { rows: number };
  'amount-guessed': { column: string };
  'column-empty': { column: string };
  'column-constant': { column: string };
  'names-on-line': { line: number; before: number };
  'names-doubtful': { line: number };
  'second-names': { line: number };
  'no-names': { line: number };
  'no-names-doubtful': { line: number };
  'first-lines-skipped': { lines: number };
  'delimiter-guessed': { delimiter: string; other: string };
  'lines-of-comments': { lines: number };
  'lines-uneven': { lines: number; first: number; values: number; width: number };
  'names-again': { lines: number };
  'target-guessed': { column: string; others: string };
  'numbers-read-so': { column: string; more: number; cell: string; value: string };
  'numbers-unclear': { column: string; cell: string; value: string; other: string };
  'gaps-in-texts': { column: string; word: string };
  'column-is-index': { column: string };
  'column-like-index': { column: string };
  'column-of-row-numbers': { column: string };
  'column-hardly-changes': { column: string };
  'column-mixed': { column: string; cell: string; line: number };
  'column-of-many-texts': { column: string; most: number };
  'column-of-other-type': { column: string; type: string };
  'columns-of-other-types': { count: number };
  'columns-with-long-names': { most: number; count: number };
  'columns-beyond': { most: number; count: number };

  // JSON Lines
  'field-late': { field: string; line: number; after: number };
  'fields-late': { count: number; isAtLeast: boolean };
  'fields-without-names': { most: number; count: number };

  // images
  'images-beyond': { count: number };
  'first-images': { count: number; bytes: number };
  'rows-without-image': { count: number };
  'images-unreadable': { count: number; path: string };
  'sounds-unreadable': { count: number; path: string };
  'images-without-class': { count: number; folder: string };
  'parts-joined': { parts: string };
  'classes-by-folder': { folder: string };

  // bundles
  'zip-names-guessed': { codePage: string };
  'one-of-files': { path: string; others: string };
  'read-as-utf-16': undefined;
  'read-as-western': undefined;
  'json-in-text': undefined;
  'table-in-text': undefined;
  'texts-in-table': { field: string };

  // a GPT of others
  'tokens-of-no-text': { count: number };
  'tokens-of-no-text-such': { count: number; such: string };

  // downloads
  'first-file': { of: number };
}
