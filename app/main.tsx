// The page's entry: theme before the first paint, then the routes.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { installEntry } from './bridge/entry';
import { applyTheme } from './bridge/view-settings';
import './tokens.css';
import './base.css';

applyTheme();
installEntry();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
