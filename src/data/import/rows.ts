// Rows of named cells, from whatever file holds them. A reader passes over the file as often as needed and keeps nothing.
import type { Result } from '../../base/result';

/** `line` counts from 1 and is where the row begins. Returns false when it has enough. */
export type TakeRow = (cells: readonly string[], line: number) => boolean;

export interface RowSource {
  readonly columns: readonly string[];
  read(take: TakeRow): Promise<Result<null, 'bad-file'>>;
}

/** A longer one is a file of another kind, or a quote that was never closed. */
export const mostLineCharacters = 2 ** 20;
export const mostColumns = 4096;
/** Longer names come from a file without a first line of names. */
export const mostNameCharacters = 100;
