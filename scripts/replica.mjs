// `npm run replica`: installs missing packages, then runs a replica without a browser (src/cli/replica/replica.ts).
import { ensureInstalled } from './install.mjs';
import { runCli } from './run-cli.mjs';

ensureInstalled();
runCli('src/cli/replica/replica.ts', process.argv.slice(2));
