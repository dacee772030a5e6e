// The values that a message names, and its choices: what a translation must have too. `{shown} {n, plural, one {step} other
// {steps}}` has `{shown}` and `{n, plural}`. Forms of a plural differ between languages; the cases of a choice do not.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/**
 * @param {string} message
 * @returns {string[]} Each once. It throws where the message cannot be read.
 */
export function valuesOf(message) {
  const found = new Set();
  const visit = (tokens, isInPlural) => {
    for (const token of tokens) {
      if (typeof token === 'string') {
        if (isInPlural && token === '#') found.add('#');
        continue;
      }
      const [name, kind, { offset: _, ...forms } = {}] = token;
      found.add(
        kind === 'select'
          ? `{${name}, select: ${Object.keys(forms).sort().join(' ')}}`
          : kind
            ? `{${name}, ${kind}}`
            : `{${name}}`,
      );
      for (const form of Object.values(forms)) visit(form, isInPlural || kind === 'plural');
    }
  };
  visit(compileMessageOrThrow(message), false);
  return [...found];
}
