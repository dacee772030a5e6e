// `npm run check:words`: every sentence that the page says stands in every language, nothing else does, and a translation
// has the values and choices of the English; and every code of a saying is said. `npm run words` writes new sentences into
// the catalogues.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogueOf } from './catalogues.mjs';
import { faultsOfCatalogue } from './faults-of-catalogue.mjs';
import { unsaidCodes } from './unsaid-codes.mjs';

const config = getConfig();
let count = 0;
const codes = [];
const tableOfCodes = /src\/base\/[\w-]+-sayings\.ts$/;
for (const catalogue of await getCatalogs(config)) {
  const said = await catalogue.collect();
  if (!said) throw new Error('A file could not be read: see above.');
  codes.push(
    ...Object.values(said)
      .filter(({ origin }) => origin.some(([file]) => tableOfCodes.test(file)))
      .map(({ context }) => context),
  );
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
if (codes.length === 0) throw new Error('no table of codes was found');
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'app'], {
  cwd: config.rootDir,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file) && !tableOfCodes.test(file),
  )
  .map((file) => path.join(config.rootDir, file))
  .filter((file) => existsSync(file));
for (const code of unsaidCodes(codes, sources.map((file) => readFileSync(file, 'utf8')).join('\n'))) {
  console.log(`nothing says the code “${code}” of src/base`);
  process.exitCode = 1;
}
if (count > 0) {
  console.log('`npm run words` brings the catalogues up to date; translations are by hand.');
  process.exitCode = 1;
}
