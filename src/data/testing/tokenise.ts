// A text in memory, cut into its characters.
import { GrowingBytes } from '../growing-bytes';
import { renumber } from '../token-pages';
import { TokenWriter } from '../token-writer';
import { maximumCharacters } from '../vocabulary';

interface CharacterText {
  readonly vocabulary: { readonly kind: 'characters'; readonly characters: readonly string[] };
  readonly tokens: Uint8Array<ArrayBuffer>;
}

/** The tokens of a text in memory. Undefined when it has more than `maximumCharacters` different characters. */
export function tokenise(text: string): CharacterText | undefined {
  const bytes = new GrowingBytes(text.length);
  const writer = new TokenWriter(bytes);
  writer.write(text);
  if (writer.characters.length > maximumCharacters) return undefined;
  const { characters, places } = writer.ranks;
  const tokens = bytes.finish();
  renumber(tokens, places);
  return { vocabulary: { kind: 'characters', characters }, tokens };
}
