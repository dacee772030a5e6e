// The check of links, for the UI. It is apart from the entrance, because only the page of the check needs it.
import { realClock } from '../../base/clock';
import { pageBase } from '../../base/page-base';
import { startLinkCheck, type LinkCheckState } from '../check/link-check';
import { browserName } from './browser-name';
import { iceServersOfServer, isWithoutServer } from './server-config';

export type { Checked, LinkCheckState, MeasuredLink } from '../check/link-check';

/** Checks the links of this device with itself, then with a second device; with a ticket, as that second device. The
 *  returned function ends the check. */
export function checkLinks(
  onChange: (state: LinkCheckState) => void,
  ticket?: { readonly code: string; readonly key: string },
): () => void {
  return startLinkCheck({
    url: pageBase(),
    name: browserName(navigator.userAgent),
    clock: realClock,
    iceServers: iceServersOfServer,
    isWithoutServer,
    onChange,
    ...(ticket && { ticket }),
  });
}
