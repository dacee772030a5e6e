// Text of strangers, as it may stand on a screen.

/** Characters that draw nothing, or break text in two. Joiners and emoji styles draw together what stands around them. */
const nothing = /(?![\u200c\u200d]|[\ufe0e\ufe0f])[\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners with nothing to join: only emoji and letters of scripts that need them have any. */
const idleJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]|(?!\p{Script=Latin})[\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Extended_Pictographic}])/gu;
const idleStyle = /(?<!\p{Extended_Pictographic}|(?=.\u20e3)[0-9#*])[\ufe0e\ufe0f](?!\u20e3)/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Text that cannot disturb the text around it: no controls, bidi marks, invisible or stacked characters. Empty where nothing
 *  of it would be seen. What is cut off is cut between characters as people see them: no half of a flag or a family. */
export function inertText(text: string, maxCharacters: number): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029\u2800]/gu, ' ') // the last is a letter of Braille without a dot
    .replace(nothing, '')
    .replace(idleJoiner, '')
    .replace(idleStyle, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return visible.test(clean) ? cutWhole(clean, maxCharacters).trim() : '';
}

/** The first whole characters that have at most so many code points. */
function cutWhole(text: string, maxCodePoints: number): string {
  const codePoints = [...text];
  if (codePoints.length <= maxCodePoints) return text;
  const start = codePoints.slice(0, maxCodePoints).join('');
  if (!('Segmenter' in Intl)) return start; // Firefox before 125
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    if (index + segment.length > start.length) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
