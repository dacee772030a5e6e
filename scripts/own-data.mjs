// `npm run test:data -- FOLDER`: trains on the files of this folder in a real Chromium, and takes the models home: MNIST's
// two IDX files (gzipped or not) and one .txt. Further arguments are Playwright's.
import { statSync } from 'node:fs';
import path from 'node:path';
import { runPlaywright } from './run-playwright.mjs';

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error(
    'npm run test:data -- FOLDER: a folder with MNIST’s images and labels (IDX) and one text (.txt)',
  );
  process.exit(1);
}
runPlaywright('data', rest, { LOCKSTEP_DATA: path.resolve(folder) });
