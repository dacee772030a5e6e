// `npm start`: installs and builds what is missing or outdated, then runs the room server, which serves the page.
// Flags and environment go to the server: --https [--cert F --key F], PORT, HOST, PUBLIC_URL, ICE_SERVERS.
import { ensureInstalled } from './install.mjs';
import { buildIfOutdated, runServer } from './serve.mjs';

ensureInstalled();
buildIfOutdated();
const server = runServer({ args: process.argv.slice(2) });
server.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
