// Parts of the page that come later, in a built page: `import('./part.js')` becomes a call of `importAgain`, which
// app/import-again.ts defines. Chromium 150 keeps that a file could not be fetched for as long as the page lives.

/** @returns {import('vite').Plugin} */
export function importAgain() {
  return {
    name: 'lockstep-import-again',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler(code) {
        const changed = code.replace(
          /\bimport\((["'`])(\.\/[^"'`]+)\1\)/g,
          (call, _quote, file) =>
            `importAgain(new URL(${JSON.stringify(file)}, import.meta.url).href, () => ${call})`,
        );
        return changed === code ? null : { code: changed, map: null };
      },
    },
  };
}
