// The paths of the app. app.tsx has a screen for each; the panel lab has a place where each can be looked at. The room
// server answers others with 404.

export const routes = [
  '/',
  '/r/:code',
  '/r/:code/watch',
  '/r/:code/project',
  '/start',
  '/alone',
  '/check',
  '/calculator',
  '/playground',
  '/privacy',
  '/network',
  '/lessons',
  '/lesson/:id',
  '/lesson/:id/teacher',
] as const;

const patterns = routes.map((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`));

export const isRoute = (pathname: string): boolean => patterns.some((pattern) => pattern.test(pathname));

export type RoutePath = (typeof routes)[number];
