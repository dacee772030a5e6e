// A name that a person typed, as it may stand on other people's screens.
import { inertText } from '../../../src/base/inert-text';

export const maxNameLength = 32;

/** Inert text of at most 32 characters. Empty where nobody would see a name. */
export function cleanName(text: string): string {
  return inertText(text, maxNameLength);
}
