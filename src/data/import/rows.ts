// Rows of named cells, from whatever file holds them. A reader passes over the file as often as needed and keeps nothing.
import { say, type Saying } from '../../base/sayings';
import type { Result } from '../../base/result';

/** `line` counts from 1 and is where the row begins. Returns false when it has enough. */
export type TakeRow = (cells: readonly string[], line: number) => boolean;

export interface RowSource {
  readonly columns: readonly string[];
  /** Places of columns without a name of their own, where others have one. */
  readonly unnamed?: ReadonlySet<number>;
  /** What parts the values of a text file. */
  readonly delimiter?: string;
  /** Columns of lists and the like: no texts, though they are written as such. */
  readonly lists?: ReadonlySet<string>;
  /** Whether a line of the text file names the columns. */
  readonly hasNames?: boolean;
  read(take: TakeRow): Promise<Result<null, 'bad-file'>>;
  /** How the file is read, and what no row holds though the file does, as far as it was read. */
  notes?(): readonly Saying[];
}

/** A longer one is a file of another kind, or a quote that was never closed. */
export const mostLineCharacters = 2 ** 20;
export const mostColumns = 4096;
/** Longer ones are cut; a run names the column to learn. */
export const mostNameCharacters = 100;
/** The characters of all empty lines together, line ends included: an empty line between any two rows of the largest
 *  table fits. It stops a gzip bomb of empty lines, which unpacks to a thousand times its size. */
const mostEmptyCharacters = 2 ** 22;

/** Counts the empty lines of one pass over a file. */
export class EmptyLines {
  #characters = 0;

  constructor(private readonly name: string) {}

  /** `text`: of an empty line, which may hold spaces. Returns why reading ends there, if it does. */
  add(text: string, line: number): Saying | undefined {
    this.#characters += text.length + 1;
    return this.#characters > mostEmptyCharacters
      ? say('many-empty-lines', { name: this.name, line, most: mostEmptyCharacters })
      : undefined;
  }
}
