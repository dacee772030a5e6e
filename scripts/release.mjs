// `npm run release`: everything that a server needs, in one folder: the page, and the room server as one file without
// packages. `-- --to FOLDER` names the folder (release/). Copy it to any machine with Node 20.19 or newer, and run
// `node server.mjs` there; the folder may be read-only. The Dockerfile takes the same step.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureInstalled, refuseOldNode, root, wantedNode } from './install.mjs';
import { buildIfOutdated } from './serve.mjs';

const { to } = parseArgs({ options: { to: { type: 'string', default: path.join(root, 'release') } } }).values;
const folder = path.resolve(to);

const before = await readdir(folder).catch(() => []);
if (before.length > 0 && !before.includes('server.mjs')) {
  console.error(`${folder} holds something else: name an empty folder, or one of an earlier release.`);
  process.exit(1);
}
ensureInstalled();
buildIfOutdated();
const { build } = await import('vite');
await rm(folder, { recursive: true, force: true });
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'src/server/main.ts',
    outDir: folder,
    emptyOutDir: false,
    target: 'node20',
    minify: false, // a stack of calls in the log stays readable
    rolldownOptions: {
      output: {
        entryFileNames: 'server.mjs',
        codeSplitting: false,
        // The folder may be copied to a machine with an older Node.
        banner: `${refuseOldNode}\nrefuseOldNode(${JSON.stringify(wantedNode())});`,
      },
    },
  },
  // WebSockets work without these two, which are compiled for one kind of machine.
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'] },
});
await mkdir(folder, { recursive: true });
await cp(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true });
await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
await writeFile(path.join(folder, 'package.json'), '{ "name": "lockstep-server", "type": "module" }\n');
console.log(`${folder} is complete: run \`node server.mjs\` there.`);
