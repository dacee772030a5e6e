// `npm run test:screens`: every screen and every state of the lab at three widths, light and dark, as pictures in
// .lockstep/screens, with what axe and a ruler find wrong. `-- -g lessons` takes the screens of that name.
// Arguments are Playwright's.
import { runPlaywright } from './run-playwright.mjs';

runPlaywright('screens', process.argv.slice(2));
