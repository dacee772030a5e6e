// GPT-2's table of a visible character for each byte: bytes that are visible in Latin-1 stand for themselves, the others
// for characters from U+0100 on. Tokenizer files name byte-pair tokens with it, and GPT-2's first tokens are the bytes in
// the order of these characters.

export const visibleBytes: readonly string[] = (() => {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCodePoint(isVisible ? byte : next++);
  });
})();

/** GPT-2's tokens 0 … 255. */
export const byteOfToken = Uint8Array.from({ length: 256 }, (_, byte) => byte).sort(
  (a, b) => visibleBytes[a].codePointAt(0)! - visibleBytes[b].codePointAt(0)!,
);
export const tokenOfByte = Uint8Array.from({ length: 256 }, (_, byte) => byteOfToken.indexOf(byte));
