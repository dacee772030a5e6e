// Text of strangers, as it may stand on a screen.

/** Text that cannot disturb the text around it: no controls, bidi marks, invisible or stacked characters. */
export function inertText(text: string, maxCharacters: number): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(
      /[\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu,
      '',
    )
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, maxCharacters).join('').trim();
}
