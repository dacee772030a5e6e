// GPT-2's table of a visible character for each byte: bytes that are visible in Latin-1 stand for themselves, the others
// for characters from U+0100 on. Tokenizer files name byte-pair tokens with it.

export const visibleBytes: readonly string[] = (() => {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCodePoint(isVisible ? byte : next++);
  });
})();
