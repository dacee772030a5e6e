// A step of the build: the page for hosts of plain files, without a room server, also below a path (a school's web space,
// GitHub Pages and the like). Each address without a code in it has a folder with the page. Many hosts send 404.html for all
// other paths, at whatever depth, and some leave the slash behind a folder out. So these pages look for the app in the folders
// above their address, from the deepest on.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lessonIds } from '../app/lessons/core/lesson.ts';
import { routes } from '../src/base/routes.ts';

/** Addresses that can be files of their own. */
const paths = [
  ...routes.filter((route) => route !== '/' && !route.includes(':')),
  ...lessonIds.flatMap((id) => [`/lesson/${id}`, `/lesson/${id}/teacher`]),
];

/** @returns {import('vite').Plugin} */
export function staticHost() {
  return {
    name: 'static-host',
    apply: 'build',
    async writeBundle({ dir }) {
      // Workers are bundles of their own, without a page.
      const page = await readFile(path.join(dir, 'index.html'), 'utf8').catch((error) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (page === undefined) return;
      const there = searching(page);
      await writeFile(path.join(dir, '404.html'), there);
      for (const at of paths) {
        await mkdir(path.join(dir, at), { recursive: true });
        await writeFile(path.join(dir, at, 'index.html'), there);
      }
    },
  };
}

const references = /^\s*<(?:link\b[^>]*\bhref|script\b[^>]*\bsrc)="\.\/([^"]*)"[^>]*>(?:<\/script>)?\n/gm;

/** The page without its references, and with a script that finds their folder. */
function searching(page) {
  const files = [...page.matchAll(references)];
  const fileOf = (kind) => files.find(([tag]) => tag.includes(kind))?.[1];
  const [script, styles, icon] = ['<script', 'rel="stylesheet"', 'rel="icon"'].map(fileOf);
  if (!script || !styles || !icon) throw new Error('index.html has no script, styles or icon of ours');
  const search = `(${searchApp})(${JSON.stringify({ script, styles, icon })});`;
  return page
    .replace(references, '')
    .replace('</head>', `<script type="module">${search}</script>\n  </head>`);
}

/** Runs in the page, as text. */
async function searchApp({ script, styles, icon }) {
  const { document, location } = globalThis;
  const linked = (rel, href) =>
    new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement('link'), { rel, href, onload: resolve });
      link.onerror = () => {
        link.remove();
        reject(new Error('no styles of ours'));
      };
      document.head.append(link);
    });
  for (let folder = new URL('.', location.href); ; folder = new URL('..', folder)) {
    try {
      await linked('stylesheet', new URL(styles, folder).href);
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'icon', href: new URL(icon, folder).href }),
      );
      return await import(new URL(script, folder).href);
    } catch (error) {
      if (folder.pathname === '/') throw error;
    }
  }
}
