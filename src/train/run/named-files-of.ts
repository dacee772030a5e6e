// The files that a configuration names by their hash: every member has them, or gets them from others (T17).
import type { NamedFile } from '../../data/named-file';
import { tokenizerIn } from '../../data/recipe';
import type { RunConfig } from './run-config';

export function namedFilesOf({ data, base }: Pick<RunConfig, 'data' | 'base'>): readonly NamedFile[] {
  const tokenizer = data.kind === 'text' ? tokenizerIn(data.recipe) : undefined;
  return [...(tokenizer ? [tokenizer] : []), ...(base ? [base] : [])];
}
