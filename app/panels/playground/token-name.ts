// A token's name where it stands alone.
import { t } from '@lingui/core/macro';

const names: Readonly<Record<string, () => string>> = {
  ' ': () => t`space`,
  '\n': () => t`line break`,
  '\t': () => t({ message: 'tab', context: 'a character' }),
  '\r': () => t`carriage return`,
};

export function nameOf(token: string): string {
  return Object.hasOwn(names, token) ? names[token]() : token;
}
