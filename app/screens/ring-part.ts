// The code of a ring's screen, with the words that it may show: on a phone with the part that most guests see there.
import { withWords } from '../bridge/session/page-language';
import type * as ring from './ring';
import { guestPhoneQuery } from './use-guest-phone';

/** Rejects when it cannot be fetched. */
export function ringPart(): Promise<typeof ring> {
  // Where it cannot be fetched, the screen asks for it again.
  if (matchMedia(guestPhoneQuery).matches) void withWords(import('./guest-phone')).catch(() => undefined);
  return withWords(import('./ring'));
}
