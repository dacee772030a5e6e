// The part of the build that concerns sentences: a sentence in a component becomes its id with its values (Lingui's macro),
// and a PO file becomes a module of compiled messages. In a build the English leaves the components: it is a catalogue too.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transformAsync } from '@babel/core';
import macroToIds from '@lingui/babel-plugin-lingui-macro';
import { makeConfig } from '@lingui/conf';
import { catalogueOf } from './catalogues.mjs';
import { compiled, compiledByContext } from './compiled.mjs';

const root = path.join(import.meta.dirname, '../..');
const macro = '@lingui/core/macro';

/** @returns {import('vite').Plugin[]} */
export function words() {
  let isBuild = false;
  return [
    {
      name: 'words-in-components',
      enforce: 'pre',
      config: () => ({ optimizeDeps: { exclude: [macro] } }),
      configResolved: ({ command }) => {
        isBuild = command === 'build';
      },
      transform: {
        filter: { id: /\.tsx?$/, code: /^import [^;]* from '@lingui\/core\/macro';$/m },
        handler: (code, id) => withIds(code, id, isBuild),
      },
    },
    {
      name: 'words-in-catalogues',
      transform: {
        filter: { id: /\.po(\?by-context)?$/ },
        handler: (po, id) => ({
          code: `export const messages = ${JSON.stringify(id.endsWith('.po') ? compiled(po) : compiledByContext(po))};`,
          map: null,
          moduleType: 'js',
        }),
      },
    },
    {
      name: 'english-of-commands',
      enforce: 'pre',
      transform: {
        filter: { id: /\/src\/cli\/english\/english-messages\.ts$/ },
        handler: async () => {
          const files = ['sayings', 'file-sayings'].map((name) => path.join(root, `app/words/en/${name}.po`));
          const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
          const messages = JSON.stringify(Object.assign({}, ...texts.map(compiledByContext)));
          return { code: `export const englishMessages = () => (${messages});`, map: null };
        },
      },
    },
  ];
}

async function withIds(code, id, isBuild) {
  const name = catalogueOf(path.relative(root, id).split(path.sep).join('/'));
  if (!name) throw new Error(`${id} says sentences, and is in no catalogue (scripts/words/catalogues.mjs).`);
  const module = path.relative(path.dirname(id), path.join(root, `app/words/${name}`));
  const linguiConfig = makeConfig(
    {
      locales: ['en'],
      catalogs: [],
      runtimeConfigModule: { i18n: [module.split(path.sep).join('/'), 'i18n'] },
    },
    { skipValidation: true },
  );
  const { code: transformed, map } = await transformAsync(code, {
    filename: id,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [[macroToIds, { linguiConfig, stripMessageField: isBuild }]],
  });
  return { code: transformed, map };
}
