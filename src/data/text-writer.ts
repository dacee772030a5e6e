// What turns a text that comes in pieces into tokens.
import type { Refusal } from './damaged-file';
import type { TokenWidth } from './file-tokens';
import type { Vocabulary } from './vocabulary';

export interface TextWriter {
  /** `text`: whole code points, and the bytes that they come from. */
  write(text: string, piece: Uint8Array): Refusal | undefined;
  /** Writes the last tokens. */
  end?(): void;
  /** Once all is written. `places`: what each byte becomes. */
  known(): { readonly vocabulary: Vocabulary; readonly width: TokenWidth; readonly places?: Uint8Array };
}
