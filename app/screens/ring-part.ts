// The code of a ring's screen, with the words that it may show: on a phone with the part that most guests see there.
import { withWords } from '../bridge/session/page-language';
import { guestPhoneQuery } from './use-guest-phone';

/** Rejects when it cannot be fetched. */
export function ringPart(): Promise<typeof import('./ring')> {
  if (matchMedia(guestPhoneQuery).matches) void import('./guest-phone').catch(() => undefined); // shown, it is asked for again
  return withWords(import('./ring'));
}
