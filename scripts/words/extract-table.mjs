// Takes sentences out of a table of messages by code, `'file-empty': '{name} is empty'`, which the command line reads too. The
// code is their context.
import { parseAsync } from '@babel/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/** @type {import('@lingui/conf').ExtractorType} */
export const extractTable = {
  match: (file) => /src\/cli\/english\/[\w-]+-english\.ts$/.test(file),
  async extract(file, code, onMessageExtracted) {
    for (const { context, message, line } of await entriesOf(code))
      onMessageExtracted({
        id: generateMessageId(message, context),
        message,
        context,
        origin: [file, line],
        placeholders: {},
      });
  },
};

async function entriesOf(code) {
  const { program } = await parseAsync(code, {
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript'] },
  });
  return program.body
    .flatMap(({ declaration }) => declaration?.declarations ?? [])
    .flatMap(({ init }) => (init.type === 'TSSatisfiesExpression' ? init.expression.properties : []))
    .map(({ key, value, loc }) => ({
      context: key.name ?? key.value,
      message: value.type === 'TemplateLiteral' ? value.quasis[0].value.cooked : value.value,
      line: loc.start.line,
    }));
}
