// `npm run test:seeds`: installs missing packages, then lives thousands of seeded lives (src/cli/seeds/seeds.ts).
import { ensureInstalled } from './install.mjs';
import { runCli } from './run-cli.mjs';

ensureInstalled();
runCli('src/cli/seeds/seeds.ts', process.argv.slice(2));
