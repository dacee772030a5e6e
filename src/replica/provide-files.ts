// Files that were read, as the command that gives them to a replica.
import type { Imported } from '../data/import/imported';

export type GivenFiles = ReturnType<typeof provideCommand>;

export function provideCommand(files: Imported) {
  if (files.kind === 'text')
    return { kind: 'provide-text', text: files.file, tokenizer: files.tokenizer } as const;
  const { inputFile, labelFile, name } = files;
  return { kind: 'provide-files', inputFile, labelFile, name } as const;
}
