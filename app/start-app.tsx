// Starts the page: theme and language before the first paint, then the routes.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, HomeScreen, type MoreScreens } from './app';
import { installEntry } from './bridge/session/entry';
import { applyLanguage, inTime } from './bridge/session/page-language';
import { beginHomeRun } from './bridge/session/home-run';
import { isMotionWanted } from './bridge/session/motion';
import { applyTheme, viewSettings } from './bridge/session/view-settings';
import { pathInApp } from '../src/base/page-base';
import './tokens.css';
import './base.css';

export function startApp(more?: MoreScreens): void {
  applyTheme();
  installEntry();
  if (isHome() && isMotionWanted() && !viewSettings().isHomeStill) beginHomeRun();
  const first = isHome() ? inTime(HomeScreen.fetchAhead()) : undefined;
  void Promise.all([applyLanguage(), first]).then(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <App more={more} />
      </StrictMode>,
    ),
  );
  // Where it cannot be fetched, no later part can either.
  void import('./bridge/session/translated-text').then(
    ({ keepTranslatedText }) => keepTranslatedText(document.body),
    () => {},
  );
}

/** Home itself, not an old link to settings. */
function isHome(): boolean {
  return pathInApp() === '/' && !new URLSearchParams(location.search).has('preset');
}
