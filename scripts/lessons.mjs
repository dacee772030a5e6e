// `npm run test:lessons`: every lesson in a real Chromium. Arguments are Playwright's.
import { runPlaywright } from './run-playwright.mjs';

runPlaywright('lessons', process.argv.slice(2));
