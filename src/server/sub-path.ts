// The server below a path of its name (PUBLIC_URL=https://school.example/lockstep/). A proxy may keep that path in what it
// passes on, or take it off (nginx: `proxy_pass http://…:8080/`): both forms lead to the same.
import type { IncomingMessage, Server } from 'node:http';
import { routes } from '../base/routes';

/** Takes the path off each request before any other listener sees it. '' where the server is at the root. */
export function takeSubPath(server: Server, subPath: string): void {
  if (subPath === '') return;
  const take = (request: IncomingMessage): void => {
    if (request.url?.startsWith(`${subPath}/`)) request.url = request.url.slice(subPath.length);
  };
  for (const event of ['request', 'checkContinue', 'upgrade']) server.prependListener(event, take);
}

/** First parts of paths that mean something to this server by themselves. */
const ownNames = new Set([
  ...routes.map((route) => route.split('/')[1]),
  ...['assets', 'socket.io', 'config.json', 'healthz', 'readyz', 'metrics'],
]);

/** A sentence about a path that cannot be the server's; undefined: it can. */
export function whyNoSubPath(pathname: string): string | undefined {
  const parts = pathname.split('/').filter((part) => part !== '');
  const own = parts.find((part) => ownNames.has(part));
  if (own !== undefined) return `Lockstep has a path “${own}” of its own; take another, such as /lockstep/`;
  if (parts.some((part) => !/^[a-z0-9_~-][a-z0-9._~-]*$/i.test(part)))
    return 'its path may hold letters, digits, and . _ ~ -, and no part may begin with a point';
  return undefined;
}
