// A screen for each route. Join is in the first chunk; all else comes when it is needed.
import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Router, Switch } from 'wouter';
import { useWords, withWords } from './bridge/session/page-language';
import { homePart } from './home-ahead';
import { RoomScreen } from './screens/room';
import { AloneScreen } from './screens/alone';
import { ErrorBoundary } from './screens/error-boundary';
import { Loading, NotFoundScreen } from './screens/frame';
import { lazyPart } from './ui/lazy-part';
import { basePath } from '../src/base/page-base';
import { routes, type RoutePath } from '../src/base/routes';

export const HomeScreen = lazyPart(async () => (await homePart()).HomeScreen);
const StartScreen = lazy(() => import('./screens/start'));
const CheckScreen = lazy(() => withWords(import('./screens/check')));
const CalculatorScreen = lazy(() => withWords(import('./screens/calculator')));
const PlaygroundScreen = lazy(() => withWords(import('./screens/playground')));
const LessonsScreen = lazy(() => withWords(import('./screens/lessons')));
const LessonScreen = lazy(() => withWords(import('./screens/lesson')));
const WatchScreen = lazy(() => withWords(import('./screens/watch')));
const ProjectScreen = lazy(() => withWords(import('./screens/project')));
const SheetScreen = lazy(() => withWords(import('./screens/sheet')));

/** The values of a path’s parameters, by name. */
type Params = Readonly<Record<string, string>>;

type Screen = (params: Params) => ReactNode;

/** Screens of pages that load the app without being the product, by path. */
export type MoreScreens = Readonly<Record<string, Screen>>;

const screens: Readonly<Record<RoutePath, Screen>> = {
  '/': () => <HomeScreen />,
  '/r/:code': ({ code }) => <RoomScreen key={code} code={code} />,
  '/r/:code/watch': ({ code }) => <WatchScreen key={code} code={code} />,
  '/r/:code/project': ({ code }) => <ProjectScreen key={code} code={code} />,
  '/start': () => <StartScreen />,
  '/alone': () => <AloneScreen />,
  '/check': () => <CheckScreen />,
  '/calculator': () => <CalculatorScreen />,
  '/playground': () => <PlaygroundScreen />,
  '/privacy': () => <SheetScreen name="privacy" />,
  '/network': () => <SheetScreen name="network" />,
  '/lessons': () => <LessonsScreen />,
  '/lesson/:id': ({ id }) => <LessonScreen key={id} id={id} />,
  '/lesson/:id/teacher': ({ id }) => <LessonScreen key={id} id={id} isForTeacher />,
};

export function App({ more = {} }: { more?: MoreScreens }) {
  useWords();
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Router base={basePath()}>
          <Switch>
            {routes.map((path) => (
              <Route<Params> key={path} path={path}>
                {(params) => screens[path](params)}
              </Route>
            ))}
            {Object.entries(more).map(([path, screen]) => (
              <Route<Params> key={path} path={path}>
                {screen}
              </Route>
            ))}
            <Route component={NotFoundScreen} />
          </Switch>
        </Router>
      </Suspense>
    </ErrorBoundary>
  );
}
