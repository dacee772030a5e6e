// `npm run test:faults`: every row of the fault table on real tabs. Runs the rows one after another and prints the table.
// `-- --short` shortens the two long rows. Other arguments are Playwright's (`-- killed` runs one file, `-- -g hidden` the
// rows of that name). Rows in network namespaces need root and Linux; rows with a TURN server also need coturn.
import { ensureInstalled } from './install.mjs';
import { runPlaywright } from './run-playwright.mjs';
import { ensureCoturn } from './setup-coturn.mjs';

const given = process.argv.slice(2);
ensureInstalled();
ensureCoturn();
runPlaywright(
  'faults',
  [...given.filter((arg) => arg !== '--short'), '--reporter=list,./e2e/faults/fault-table.ts'],
  {
    LOCKSTEP_FAULTS_SHORT: given.includes('--short') ? '1' : '',
    // Lost devices and frozen tabs are faults of WebGPU too: rings by script run on it.
    LOCKSTEP_E2E_ENGINE: 'webgpu',
  },
);
