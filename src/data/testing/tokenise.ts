// A text in memory, cut into its characters.
import { GrowingBytes } from '../growing-bytes';
import { renumber } from '../token-pages';
import { TokenWriter } from '../token-writer';

interface CharacterText {
  readonly vocabulary: { readonly kind: 'characters'; readonly characters: readonly string[] };
  readonly tokens: Uint8Array<ArrayBuffer>;
}

/** The tokens of a text in memory. Undefined when it has more than `maximumCharacters` different characters. */
export function tokenise(text: string): CharacterText | undefined {
  const bytes = new GrowingBytes(text.length);
  const writer = new TokenWriter(bytes);
  if (writer.write(text)) return undefined;
  const { vocabulary, places } = writer.known();
  const tokens = bytes.finish();
  renumber(tokens, places);
  return { vocabulary, tokens };
}
