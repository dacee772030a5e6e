// `npm run check:words`: every sentence that the page says stands in every language, nothing else does, and a translation
// has the values and choices of the English. `npm run words` writes new sentences into the catalogues.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogueOf } from './catalogues.mjs';
import { faultsOfCatalogue } from './faults-of-catalogue.mjs';

const config = getConfig();
let count = 0;
for (const catalogue of await getCatalogs(config)) {
  const said = await catalogue.collect();
  if (!said) throw new Error('A file could not be read: see above.');
  for (const language of config.locales) {
    const file = catalogue.getFilename(language);
    for (const fault of faultsOfCatalogue(said, await readFile(file, 'utf8'))) {
      count++;
      console.log(`${path.relative(config.rootDir, file)}: ${fault}`);
    }
  }
}
const homeless = readdirSync(path.join(config.rootDir, 'app'), { recursive: true, encoding: 'utf8' })
  .map((file) => `app/${file.split(path.sep).join('/')}`)
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !catalogueOf(file))
  .filter((file) =>
    readFileSync(path.join(config.rootDir, file), 'utf8').includes("from '@lingui/core/macro'"),
  );
for (const file of homeless)
  console.log(`${file} says sentences, and is in no catalogue: scripts/words/catalogues.mjs`);
if (homeless.length > 0) process.exitCode = 1;
if (count > 0) {
  console.log('`npm run words` brings the catalogues up to date; translations are by hand.');
  process.exitCode = 1;
}
