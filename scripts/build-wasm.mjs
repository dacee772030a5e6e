// Builds src/optim/wasm/*.as (AssemblyScript) into src/optim/wasm-bytes.ts: `npm run build:wasm`. The bytes are
// committed, so that nobody needs the compiler; a test builds them again and compares.
import { readFile, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Buffer } from 'node:buffer';
import asc from 'assemblyscript/asc';

const optim = new URL('../src/optim/update/', import.meta.url);
const output = new URL('wasm-bytes.ts', optim);

/** Base64 of one entry file. The caller provides the memory: states of any size, one instance each. */
async function compile(entry, features) {
  let bytes;
  const { error, stderr } = await asc.main(
    [
      ...[`${entry}.ts`, '-O3', '--noAssert', '--runtime', 'stub', '--importMemory', ...features],
      ...['--outFile', 'out.wasm'],
    ],
    {
      // The compiler requires `.ts`; sources end in `.as`, because they are not TypeScript.
      readFile: (name) => {
        const source = new URL(`wasm/${name.replace(/\.ts$/, '.as')}`, optim);
        return existsSync(source) ? readFileSync(source, 'utf8') : null;
      },
      writeFile: (_, contents) => void (bytes = contents),
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return Buffer.from(bytes).toString('base64');
}

/** The text of wasm-bytes.ts. */
export async function buildWasm() {
  const simd = await compile('simd', ['--enable', 'simd']);
  const scalar = await compile('scalar', []);
  const literal = (base64) => base64.match(/.{1,100}/g).map((line) => `  '${line}'`).join(' +\n'); // prettier-ignore
  return `// Built by scripts/build-wasm.mjs from wasm/*.as: do not edit. Base64 of two WebAssembly modules.

export const simdBase64 =
${literal(simd)};

export const scalarBase64 =
${literal(scalar)};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await buildWasm();
  if (existsSync(output) && (await readFile(output, 'utf8')) === text) console.log('unchanged');
  else await writeFile(output, text);
}
