// The page's entry.
import { startApp } from './start-app';

startApp();
