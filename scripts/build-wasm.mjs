// Builds AssemblyScript (*.as) into TypeScript files that hold the modules as base64: `npm run build:wasm`. The bytes are
// committed, so that nobody needs the compiler; tests build them again and compare.
import { readFile, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Buffer } from 'node:buffer';
import asc from 'assemblyscript/asc';

const source = new URL('../src/', import.meta.url);

/** The kernels of the SIMD engine declare a shared memory with a maximum. kernel-module.ts changes that one byte where
 *  memory is not shared. */
const sharedMemory = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];

/** `entries`: name of the exported string → entry file and features. */
const outputs = {
  'optim/update/wasm-bytes.ts': {
    folder: 'optim/update/wasm/',
    entries: { simdBase64: ['simd', ['--enable', 'simd']] },
  },
  'codecs/wasm-bytes.ts': {
    folder: 'codecs/wasm/',
    entries: { codecsBase64: ['codecs', ['--enable', 'simd']] },
  },
  'simd/kernel-bytes.ts': {
    folder: 'simd/kernels/',
    entries: {
      simdBase64: ['kernels', ['--enable', 'simd', ...sharedMemory]],
      relaxedBase64: ['kernels', ['--enable', 'simd', '--enable', 'relaxed-simd', ...sharedMemory]],
    },
  },
};

/** Base64 of one entry file. The caller provides the memory: states of any size, one instance each. */
async function compile(folder, entry, features) {
  let bytes;
  const { error, stderr } = await asc.main(
    [
      ...[`${entry}.ts`, '-O3', '--noAssert', '--runtime', 'stub', '--importMemory', ...features],
      ...['--outFile', 'out.wasm'],
    ],
    {
      // The compiler requires `.ts`; sources end in `.as`, because they are not TypeScript.
      readFile: (name) => {
        const file = new URL(folder + name.replace(/\.ts$/, '.as'), source);
        return existsSync(file) ? readFileSync(file, 'utf8') : null;
      },
      writeFile: (_, contents) => void (bytes = contents),
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return Buffer.from(bytes).toString('base64');
}

/** The text of an output, named by its path below src/. */
export async function buildWasm(output) {
  const { folder, entries } = outputs[output];
  let text = `// Built by scripts/build-wasm.mjs from ${folder}*.as: do not edit. Base64 of WebAssembly modules.\n`;
  for (const [name, [entry, features]] of Object.entries(entries)) {
    const base64 = await compile(folder, entry, features);
    const literal = base64
      .match(/.{1,100}/g)
      .map((line) => `  '${line}'`)
      .join(' +\n');
    text += `\nexport const ${name} =\n${literal};\n`;
  }
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const output of Object.keys(outputs)) {
    const file = new URL(output, source);
    const text = await buildWasm(output);
    const isSame = existsSync(file) && (await readFile(file, 'utf8')) === text;
    if (!isSame) await writeFile(file, text);
    console.log(`${output}: ${isSame ? 'unchanged' : 'built'}`);
  }
