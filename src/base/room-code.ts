// Room codes: the alphabet, how a code is drawn, and how a typed code is read. The server draws codes; pages, the
// command line and the server all read them here (PROTOCOL.md R1).

/** 23 characters that neither fonts nor voices confuse: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. 23⁶ ≈ 148 million. */
export const codeAlphabet = '34679ACDEFGHJKMNPQRTWXY';
export const codeLength = 6;
export const codePattern = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`);
/** A code for placeholders and examples on screen. */
export const exampleCode = 'K7QM4P';

/** A longer text is not a code; the rest of it is not read. */
const mostTyped = 64;

export type CodeReading =
  | { readonly kind: 'code'; readonly code: string }
  /** Codes do not contain this character. */
  | { readonly kind: 'foreign'; readonly character: string }
  | { readonly kind: 'short'; readonly length: number }
  | { readonly kind: 'long'; readonly length: number };

/** Case, spaces, dashes and dots do not count: 'hk3 4-qx' is HK34QX. */
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
