// A file that a run's configuration names by its hash, so that every member can tell whether it has the same one, and can get
// it from others piece by piece. The hash is made in name-of-file.ts.
import * as v from 'valibot';

export interface NamedFile {
  /** The hash over the list of hashes of the file's shards (shards.ts). 64 hex digits. */
  readonly root: string;
  readonly bytes: number;
}

export const namedFile = (mostBytes: number) =>
  v.strictObject({
    root: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostBytes)),
  });
