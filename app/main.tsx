// The page's entry.
import './import-again';
import './own-links';
import './home-ahead';
import { startApp } from './start-app';

startApp();
