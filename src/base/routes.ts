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

const patternOf = (route: string): RegExp => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`);

export const isRoute = (pathname: string): boolean => routes.some((route) => patternOf(route).test(pathname));

export type RoutePath = (typeof routes)[number];
