// The text of: entry. What a browser says of this page’s place before it enters a room: other tabs, and the local network.
import { area } from './language';

export const entryText = area('entry', {
  // join-notes
  openElsewhere:
    'This room is open in another tab of this browser. Here you would go in as one more replica, with a name of its own.',
  awaitsSavedRun:
    'This room was to go on with a saved run, and this page no longer has its file. Go in, then choose it again under “Go on with a saved run …”: otherwise the run begins anew.',

  // local-network-words
  localNetwork: 'Local network',
  asking: 'Asking this browser …',
  networkGranted: 'This browser lets this page reach devices on the local network.',
  networkPrompt:
    'This browser has not asked yet whether this page may reach devices on the local network. Some versions ask when the first link opens.',
  networkDenied:
    'This browser does not let this page reach devices on the local network. Links to them may go through the room server: slower, and they work.',
  networkUnknown: 'This browser does not say whether this page may reach devices on the local network.',
  ifAsks: (browser: string) =>
    `If ${browser} asks whether this page may reach devices on the local network, allow it: links can then be direct.`,
  thisBrowser: 'this browser',
  allowChrome: (browser: string) =>
    `In ${browser}: press the icon on the left of the address, set “Local network” to “Allow”, and reload this page.`,
  allowFirefox:
    'In Firefox: press the icon of permissions on the left of the address, remove the block of the local network, reload this page, and allow it when Firefox asks.',
  allowOther: 'Allow the local network for this page in this browser’s settings, and reload the page.',
  allowMac:
    'On macOS the system decides too: in System Settings → Privacy & Security → Local Network, this browser must be switched on.',
});
