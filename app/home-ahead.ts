// Home's code comes apart from the entry, because whoever joins a room by its link needs none of it. Where the page begins at
// Home it is asked for before anything else of the entry runs.
import { pathInApp } from '../src/base/page-base';
import type * as home from './screens/home';

const ahead = pathInApp() === '/' ? fetchHome() : undefined;
ahead?.catch(() => undefined); // the screen asks again, and says so

/** Rejects when it cannot be fetched; the next call tries again. */
export function homePart(): Promise<typeof home> {
  return ahead?.catch(fetchHome) ?? fetchHome();
}

function fetchHome(): Promise<typeof home> {
  return import('./screens/home');
}
