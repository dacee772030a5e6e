// The commands that give files to a replica, and files that were read as such a command.
import type { Imported } from '../data/import/imported';

/** The files are themselves what the Worker reads, gzip or not, or their bytes. The user chose them for the `needs-file`
 *  phase, or before configuring. */
export type ProvideCommand =
  /** Examples and their classes as IDX files. */
  | {
      readonly kind: 'provide-files';
      readonly inputFile: Blob | ArrayBuffer;
      readonly labelFile: Blob | ArrayBuffer;
      readonly name: string;
    }
  | {
      readonly kind: 'provide-text';
      readonly text: Blob | ArrayBuffer;
      /** The tokenizer that the run names by its hash, where it names one. */
      readonly named?: readonly Blob[];
    }
  /** The base that the run names by its hash. */
  | { readonly kind: 'provide-base'; readonly base: Blob };

export type GivenFiles = ReturnType<typeof provideCommand>;

export function provideCommand(files: Imported) {
  if (files.kind === 'text')
    return {
      kind: 'provide-text',
      text: files.file,
      named: files.tokenizer ? [files.tokenizer] : [],
    } as const;
  const { inputFile, labelFile, name } = files;
  return { kind: 'provide-files', inputFile, labelFile, name } as const;
}
