// The settings that a person has to allow, so that links to devices of the same network can be direct. Chrome, Firefox and macOS each ask for
// themselves. A browser that does not say what it allows is not said to allow or to refuse anything.
import { t } from '@lingui/core/macro';

/** What the browser says of this page; 'unknown': it has no such permission, or does not tell. */
export type LocalNetwork = PermissionState | 'unknown';

export interface LocalNetworkWords {
  readonly detail: string;
  /** undefined: nothing is to do. */
  readonly next: string | undefined;
}

export function localNetworkWords(state: LocalNetwork, userAgent: string): LocalNetworkWords {
  const browser = browserOf(userAgent);
  const name = browser ?? t`this browser`;
  const mac = isMac(userAgent)
    ? ` ${t`On macOS the system decides too: in System Settings → Privacy & Security → Local Network, this browser must be switched on.`}`
    : '';
  switch (state) {
    case 'granted':
      // The system may refuse what the browser allows.
      return {
        detail: t`This browser lets this page reach devices on the local network.`,
        next: mac ? mac.trim() : undefined,
      };
    case 'prompt':
      return {
        detail: t`This browser has not asked yet whether this page may reach devices on the local network. Some versions ask when the first link opens.`,
        next:
          t`If ${{ browser: name }} asks whether this page may reach devices on the local network, allow it: links can then be direct.` +
          mac,
      };
    case 'denied':
      return {
        detail: t`This browser does not let this page reach devices on the local network. Links to them may go through the room server: slower, and they work.`,
        next: toAllow(browser) + mac,
      };
    case 'unknown':
      return {
        detail: t`This browser does not say whether this page may reach devices on the local network.`,
        next:
          t`If ${{ browser: name }} asks whether this page may reach devices on the local network, allow it: links can then be direct.` +
          mac,
      };
    default:
      return state satisfies never;
  }
}

function toAllow(browser: Browser | undefined): string {
  if (browser === 'Firefox')
    return t`In Firefox: press the icon of permissions on the left of the address, remove the block of the local network, reload this page, and allow it when Firefox asks.`;
  return browser === undefined || browser === 'Safari'
    ? t`Allow the local network for this page in this browser’s settings, and reload the page.`
    : t`In ${browser}: press the icon on the left of the address, set “Local network” to “Allow”, and reload this page.`;
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
