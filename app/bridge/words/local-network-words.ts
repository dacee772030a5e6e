// The settings that a person has to allow, so that links to devices of the same network can be direct. Chrome, Firefox and macOS each ask for
// themselves. A browser that does not say what it allows is not said to allow or to refuse anything.
import { entryText } from '../../text/entry';

/** What the browser says of this page; 'unknown': it has no such permission, or does not tell. */
export type LocalNetwork = PermissionState | 'unknown';

export interface LocalNetworkWords {
  readonly detail: string;
  /** undefined: nothing is to do. */
  readonly next: string | undefined;
}

export function localNetworkWords(state: LocalNetwork, userAgent: string): LocalNetworkWords {
  const browser = browserOf(userAgent);
  const name = browser ?? entryText.thisBrowser;
  const mac = isMac(userAgent) ? ` ${entryText.allowMac}` : '';
  switch (state) {
    case 'granted':
      // The system may refuse what the browser allows.
      return { detail: entryText.networkGranted, next: mac ? mac.trim() : undefined };
    case 'prompt':
      return { detail: entryText.networkPrompt, next: entryText.ifAsks(name) + mac };
    case 'denied':
      return { detail: entryText.networkDenied, next: toAllow(browser) + mac };
    case 'unknown':
      return { detail: entryText.networkUnknown, next: entryText.ifAsks(name) + mac };
    default:
      return state satisfies never;
  }
}

function toAllow(browser: Browser | undefined): string {
  if (browser === 'Firefox') return entryText.allowFirefox;
  return browser === undefined || browser === 'Safari'
    ? entryText.allowOther
    : entryText.allowChrome(browser);
}

type Browser = 'Chrome' | 'Edge' | 'Firefox' | 'Safari';

function browserOf(userAgent: string): Browser | undefined {
  if (/Edg\/\d/.test(userAgent)) return 'Edge'; // it calls itself Chrome too
  const [, name] = /(Firefox|Chrome|Version)\/\d/.exec(userAgent) ?? [];
  if (name === 'Firefox' || name === 'Chrome') return name;
  return name === 'Version' ? 'Safari' : undefined;
}

/** Not iPads, which call themselves so but have no such settings. */
function isMac(userAgent: string): boolean {
  return /Mac OS X/.test(userAgent) && !/iPhone|iPad|Mobile/.test(userAgent);
}
