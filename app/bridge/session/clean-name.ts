// A name that a person typed, as it may stand on other people's screens.
export const maxNameLength = 32;

/** Inert text of at most 32 characters, without control or direction-changing characters. */
export function cleanName(text: string): string {
  return Array.from(
    text
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .slice(0, maxNameLength)
    .join('')
    .trim();
}
