// Starts the page: theme and language before the first paint, then the routes.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type MoreScreens } from './app';
import { installEntry } from './bridge/session/entry';
import { applyLanguage } from './bridge/session/page-language';
import { applyTheme } from './bridge/session/view-settings';
import './tokens.css';
import './base.css';

export function startApp(more?: MoreScreens): void {
  applyTheme();
  installEntry();
  void applyLanguage().then(() =>
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
