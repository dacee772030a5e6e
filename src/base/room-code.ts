// Room codes: alphabet and length, how a code is drawn, how a typed one is read, and how one is spelled. The server draws
// codes; pages, the command line and the server all read them here (PROTOCOL.md R1).

/** 23 characters that neither fonts nor voices confuse: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. 23⁹ ≈ 1.8 × 10¹². */
export const codeAlphabet = '34679ACDEFGHJKMNPQRTWXY';
export const codeLength = 9;
export const codePattern = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`);
/** A code for placeholders and examples on screen. */
export const exampleCode = 'K7QM4PTX9';

/** A longer text is not a code; the rest of it is not read. */
const mostTyped = 64;

export type CodeReading =
  | { readonly kind: 'code'; readonly code: string }
  /** Codes do not contain this character. */
  | { readonly kind: 'foreign'; readonly character: string }
  | { readonly kind: 'short'; readonly length: number }
  | { readonly kind: 'long'; readonly length: number };

/** Case, spaces, dashes and dots do not count: 'hk3 acd-4qx' is HK3ACD4QX. */
export function readCode(typed: string): CodeReading {
  const characters = [
    ...typed
      .slice(0, mostTyped)
      .replace(/[\s\-–—_.·]/g, '')
      .toUpperCase(),
  ];
  const foreign = characters.find((character) => !codeAlphabet.includes(character));
  if (foreign !== undefined) return { kind: 'foreign', character: foreign };
  const { length } = characters;
  if (length === codeLength && typed.length <= mostTyped) return { kind: 'code', code: characters.join('') };
  return { kind: length < codeLength ? 'short' : 'long', length };
}

/** The code in groups of three, as people read it aloud: 'K7QM4PTX9' → 'K7Q M4P TX9'. */
export function spellCode(code: string): string {
  return code.replace(/.{3}(?=.)/g, '$& ');
}

/** `random`: cryptographically random bytes. Bytes that would bias the choice are skipped. */
export function drawCode(random: (length: number) => Uint8Array): string {
  const limit = 256 - (256 % codeAlphabet.length);
  let code = '';
  for (;;)
    for (const byte of random(4 * codeLength)) {
      if (byte < limit) code += codeAlphabet[byte % codeAlphabet.length];
      if (code.length === codeLength) return code;
    }
}
