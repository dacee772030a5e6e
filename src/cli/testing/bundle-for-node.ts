// Entries of Node as bundled files, with the packages beside them: one that loads its sources by tsx takes a core two
// seconds to start, a bundled one a quarter of that.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build, type SSROptions } from 'vite';
import { words } from '../../../scripts/words/words-plugin.mjs';

const home = path.resolve(import.meta.dirname, '../../..');

export interface Bundles {
  /** The file of an entry, by its name. */
  fileOf(name: string): string;
  /** Deletes the files. */
  remove(): Promise<void>;
}

/** `entries`: name → source, from the repository's root. `folder`: other bundles of this process have another one. */
export async function bundleForNode(
  folder: string,
  entries: Readonly<Record<string, string>>,
  noExternal?: SSROptions['noExternal'],
): Promise<Bundles> {
  const outDir = path.join(home, `node_modules/.cache/lockstep-${folder}/${process.pid}`);
  await build({
    root: home,
    configFile: false,
    plugins: [words()],
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: entries,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
    ssr: { target: 'node', ...(noExternal === undefined ? {} : { noExternal }) },
  });
  return {
    fileOf: (name) => path.join(outDir, `${name}.mjs`),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
