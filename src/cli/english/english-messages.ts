// The English messages of all sayings by their codes, from the page's catalogues. It is for Node: where Vite builds this file,
// its messages are compiled into it (scripts/words/words-plugin.mjs).
import { readFileSync } from 'node:fs';
import type { Messages } from '@lingui/core';
import { compiledByContext } from '../../../scripts/words/compiled.mjs';

export function englishMessages(): Messages {
  return Object.assign(
    {},
    ...['sayings', 'file-sayings'].map((name) =>
      compiledByContext(readFileSync(new URL(`../../../app/words/en/${name}.po`, import.meta.url), 'utf8')),
    ),
  ) as Messages;
}
