// A token's name where it stands alone.
import { playgroundText } from '../../text/playground';

const names: Readonly<Record<string, 'space' | 'lineBreak' | 'tab' | 'carriageReturn' | undefined>> = {
  ' ': 'space',
  '\n': 'lineBreak',
  '\t': 'tab',
  '\r': 'carriageReturn',
};

export function nameOf(token: string): string {
  const name = Object.hasOwn(names, token) ? names[token] : undefined;
  return name ? playgroundText[name] : token;
}
