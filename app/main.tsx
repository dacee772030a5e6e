// The page's entry.
import './import-again';
import { startApp } from './start-app';

startApp();
