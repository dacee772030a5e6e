// A step of the build: the page once more as 404.html, which hosts of plain files (GitHub Pages and the like) send for a path
// that is no file. So links to a lesson or the calculator work there, without a room server.
import { copyFile } from 'node:fs/promises';
import path from 'node:path';

/** @returns {import('vite').Plugin} */
export function staticHost() {
  return {
    name: 'static-host',
    apply: 'build',
    async writeBundle({ dir }) {
      const page = path.join(dir, 'index.html');
      // Workers are bundles of their own, without a page.
      await copyFile(page, path.join(dir, '404.html')).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },
  };
}
