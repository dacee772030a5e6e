// A token's name where it stands alone.
import { t } from '@lingui/core/macro';

export function nameOf(token: string): string {
  switch (token) {
    case ' ':
      return t`space`;
    case '\n':
      return t`line break`;
    case '\t':
      return t({ message: 'tab', context: 'a character' });
    case '\r':
      return t`carriage return`;
    default:
      return token;
  }
}
