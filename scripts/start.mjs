// `npm start`: installs and builds what is missing or outdated, then runs the room server, which serves the page, in this
// process. Flags and environment are the server's: --https [--cert F --key F], PORT, HOST, PUBLIC_URL, ICE_SERVERS.
import { ensureInstalled } from './install.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';
import { buildIfOutdated } from './serve.mjs';

stopWithNpm();
ensureInstalled();
buildIfOutdated();
const { register } = await import('tsx/esm/api');
register();
await import('../src/server/main.ts');
