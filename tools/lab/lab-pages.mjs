// Vite's plugin of `npm run dev`: addresses under /lab show the page of the labs.

/** The document of the labs, from the repository and from a build of them. */
export const labDocument = 'tools/lab/lab.html';

export const isOfLab = (pathname) => pathname === '/lab' || pathname.startsWith('/lab/');

/** @returns {import('vite').Plugin} */
export function labPages() {
  return {
    name: 'lab-pages',
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        if (isOfLab((request.url ?? '').split('?')[0])) request.url = `/${labDocument}`;
        next();
      });
    },
  };
}
