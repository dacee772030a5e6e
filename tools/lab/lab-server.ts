// The room server of the end-to-end tests: the product's, which shows the labs under /lab as well (build-lab.mjs).
import { logged } from '../../src/base/sayings';
import path from 'node:path';
import { realClock } from '../../src/base/clock';
import { readSettings } from '../../src/server/settings';
import { startServer } from '../../src/server/start-server';
import { isOfLab, labDocument } from './lab-pages.mjs';

const home = path.resolve(import.meta.dirname, '../..');
// A server for each test that runs beside others, in one process: to start it takes a core two seconds.
const ports = (process.env.PORTS ?? process.env.PORT ?? '').split(',');
const servers = await Promise.all(
  ports.map(async (port, index) => {
    const { REDIS_URL } = process.env;
    const settings = readSettings(process.argv.slice(2), {
      ...process.env,
      PORT: port,
      ...(REDIS_URL && { REDIS_URL: `${REDIS_URL}/${index}` }), // its servers do not know of each other
    });
    if (!settings.ok) throw new Error(logged(settings.error.says));
    const started = await startServer({
      settings: settings.value,
      root: path.join(home, 'dist-lab'),
      documentOf: (pathname) => (isOfLab(pathname) ? labDocument : 'index.html'),
      stateFolder: path.join(home, '.lockstep'),
      clock: realClock,
    });
    if (!started.ok) throw new Error(logged(started.error.says));
    return started.value;
  }),
);
console.log('listening');
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(
    name,
    () => void Promise.all(servers.map((server) => server.close())).then(() => process.exit()),
  );
