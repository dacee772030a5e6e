// `npm run soak`: installs what is missing, then lets replicas come and go (src/cli/soak.ts).
import { ensureInstalled } from './install.mjs';
import { runCli } from './run-cli.mjs';

ensureInstalled();
runCli('src/cli/soak.ts', process.argv.slice(2));
