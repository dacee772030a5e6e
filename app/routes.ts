// The paths of the app. app.tsx has a screen for each; the panel lab has a place where each can be looked at.

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

export type RoutePath = (typeof routes)[number];
