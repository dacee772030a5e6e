// The page's entry.
import './import-again';
import './home-ahead';
import { startApp } from './start-app';

startApp();
