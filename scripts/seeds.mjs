// `npm run test:seeds`: installs missing packages, then lives thousands of seeded lives (tools/seeds/seeds.ts).
import { ensureInstalled } from './install.mjs';
import { runCli } from './run-cli.mjs';

ensureInstalled();
// The largest exhaustive search keeps 24 million worlds.
runCli('tools/seeds/seeds.ts', process.argv.slice(2), ['--max-old-space-size=8192']);
