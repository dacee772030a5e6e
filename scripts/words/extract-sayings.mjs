// Takes the codes of sayings out of their tables, `'file-empty': { name: NameLike }`. The English of a code is its entry in
// app/words/en, which the command line reads too. A code without one stands there as itself, until somebody writes it.
import { readFile } from 'node:fs/promises';
import { parseAsync } from '@babel/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { entriesOf } from './compiled.mjs';

const catalogues = ['sayings', 'file-sayings'].map(
  (name) => new URL(`../../app/words/en/${name}.po`, import.meta.url),
);

/** @type {import('@lingui/conf').ExtractorType} */
export const extractSayings = {
  match: (file) => /src\/base\/[\w-]+-sayings\.ts$/.test(file),
  async extract(file, code, onMessageExtracted) {
    const english = await englishByCode();
    for (const { key, loc } of await codesOf(code)) {
      const context = key.name ?? key.value;
      const message = english.get(context) ?? context;
      onMessageExtracted({
        id: generateMessageId(message, context),
        message,
        context,
        origin: [file, loc.start.line],
        placeholders: {},
      });
    }
  },
};

async function englishByCode() {
  const files = await Promise.all(catalogues.map((catalogue) => readFile(catalogue, 'utf8')));
  return new Map(files.flatMap(entriesOf).map(({ context, sentence }) => [context, sentence]));
}

async function codesOf(code) {
  const { program } = await parseAsync(code, {
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript'] },
  });
  return program.body.flatMap(({ declaration }) =>
    declaration?.type === 'TSInterfaceDeclaration' ? declaration.body.body : [],
  );
}
