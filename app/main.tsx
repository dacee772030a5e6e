// The page's entry: theme before the first paint, then the routes.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { installEntry } from './bridge/session/entry';
import { applyTheme } from './bridge/session/view-settings';
import './tokens.css';
import './base.css';

applyTheme();
installEntry();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
