// Which screen of a ring is open, from the address: `?screen=console` is the host's. The way back is the browser's too.
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { withoutScreen } from '../bridge/session/alone-link';

export type RingScreen = 'ring' | 'console';

export function useRingScreen(): readonly [screen: RingScreen, open: (screen: RingScreen) => void] {
  const search = useSearch();
  const screen = new URLSearchParams(search).get('screen') === 'console' ? 'console' : 'ring';
  return [screen, open];
}

/** The rest of the address stays: a room's key is in its fragment. */
function open(screen: RingScreen): void {
  const rest = withoutScreen(location.search.slice(1));
  const search = [rest, ...(screen === 'ring' ? [] : [`screen=${screen}`])].filter(Boolean).join('&');
  navigate(`${location.pathname}${search && `?${search}`}${location.hash}`);
}
