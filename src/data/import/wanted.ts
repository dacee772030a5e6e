// What a person, or the room, wants of files, with what every reader is told, and how far it is.
import type { Saying } from '../../base/sayings';
import type { ByteShelf } from '../byte-shelf';
import type { RecipeWish } from '../recipe';
import type { TextRoom } from './text-part';

/** `read`: so many so far, of `total` where that is known; 'merges' are byte pairs learnt, 'text' bytes of a large
 *  text. `file`: of several files, from 0. */
export type OnProgress = (
  read: number,
  of: 'rows' | 'images' | 'sounds' | 'bytes' | 'merges' | 'text',
  total?: number,
  file?: { readonly at: number; readonly of: number },
) => void;

export type OpenShelf = () => ByteShelf;

/** What every reader is told. */
export interface Wanted {
  readonly recipe: RecipeWish | undefined;
  readonly onProgress: OnProgress;
  readonly openShelf: OpenShelf;
  readonly room: TextRoom;
  /** Archives that lie in each other. */
  readonly depth: number;
  /** What is known before the data themselves are read. */
  readonly before: readonly Saying[];
}

/** The name without folders and endings. */
export function shortName(path: string): string {
  const file = path.split('/').at(-1)!;
  return (
    file
      .replace(/\.(gz|zip)$/i, '')
      .replace(/\.(csv|tsv|tab|json|jsonl|ndjson|parquet|idx\d?-ubyte)$/i, '')
      .slice(0, 120) || 'data'
  );
}
