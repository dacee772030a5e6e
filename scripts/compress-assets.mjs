// A step of the build: beside each script and style sheet a Brotli file at the highest level, which the room server (and
// any other that knows such files) sends in its place. On demand the highest level would keep the first visitor waiting.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
/** Compression saves nothing below one network packet. */
const minBytes = 1024;

/** @returns {import('vite').Plugin} */
export function compressAssets() {
  return {
    name: 'compress-assets',
    apply: 'build',
    /** Workers are bundles of their own, inside of this one. */
    async writeBundle({ dir }) {
      const folder = path.join(dir, 'assets');
      const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(names.map((name) => compress(path.join(folder, name))));
    },
  };
}

async function compress(file) {
  const body = await readFile(file);
  if (body.byteLength < minBytes) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await brotli(body, { params: quality }));
}
