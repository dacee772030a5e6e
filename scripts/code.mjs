// `npm run check:code`: what check:types and check:lint find, from one reading of the sources. Two thirds of either's time
// are for reading 2,600 files and their types.
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { root } from './install.mjs';

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => report([fault]) };
const parsed = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), {}, host);
if (parsed) {
  const program = ts.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    configFileParsingDiagnostics: parsed.errors,
  });
  report(ts.getPreEmitDiagnostics(program));
  await lint(program);
}

function report(faults) {
  if (faults.length === 0) return;
  const format = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  };
  process.stdout.write(ts.formatDiagnostics(faults, format));
  process.exitCode = 1;
}

/** With eslint.config.js, and this program in place of its own. A warning is a failure. */
async function lint(program) {
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parserOptions: { programs: [program] } },
    },
  });
  const results = await eslint.lintFiles(['.']);
  if (results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0)) return;
  const formatter = await eslint.loadFormatter('stylish');
  console.log(await formatter.format(results));
  process.exitCode = 1;
}
