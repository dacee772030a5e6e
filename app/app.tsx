// A screen for each route. Home and Join are in the first chunk; all else comes when it is needed.
import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { useWords, withWords } from './bridge/session/page-language';
import { HomeScreen } from './screens/home';
import { RoomScreen } from './screens/room';
import { AloneScreen } from './screens/alone';
import { ErrorBoundary } from './screens/error-boundary';
import { Loading, NotFoundScreen } from './screens/frame';
import { routes, type RoutePath } from './routes';

const CheckScreen = lazy(() => withWords(import('./screens/check')));
const CalculatorScreen = lazy(() => withWords(import('./screens/calculator')));
const PlaygroundScreen = lazy(() => withWords(import('./screens/playground')));
const LessonsScreen = lazy(() => withWords(import('./screens/lessons')));
const LessonScreen = lazy(() => withWords(import('./screens/lesson')));
const WatchScreen = lazy(() => withWords(import('./screens/watch')));
const ProjectScreen = lazy(() => withWords(import('./screens/project')));
const SheetScreen = lazy(() => withWords(import('./screens/sheet')));
const LabScreen = lazy(() => withWords(import('./screens/lab')));
const RingLabScreen = lazy(() => withWords(import('./screens/ring-lab')));
const KernelLabScreen = lazy(() => withWords(import('./screens/kernel-lab')));

/** The values of a path’s parameters, by name. */
type Params = Readonly<Record<string, string>>;

const screens: Readonly<Record<RoutePath, (params: Params) => ReactNode>> = {
  '/': () => <HomeScreen />,
  '/r/:code': ({ code }) => <RoomScreen key={code} code={code} />,
  '/r/:code/watch': ({ code }) => <WatchScreen key={code} code={code} />,
  '/r/:code/project': ({ code }) => <ProjectScreen key={code} code={code} />,
  '/alone': () => <AloneScreen />,
  '/check': () => <CheckScreen />,
  '/calculator': () => <CalculatorScreen />,
  '/playground': () => <PlaygroundScreen />,
  '/privacy': () => <SheetScreen name="privacy" />,
  '/network': () => <SheetScreen name="network" />,
  '/lessons': () => <LessonsScreen />,
  '/lesson/:id': ({ id }) => <LessonScreen key={id} id={id} />,
  '/lesson/:id/teacher': ({ id }) => <LessonScreen key={id} id={id} isForTeacher />,
  '/lab/ring': () => <RingLabScreen />,
  '/lab/kernels': () => <KernelLabScreen />,
  '/lab/panels': () => <LabScreen />,
  '/lab/screen/:name': ({ name }) => <LabScreen scenario={name} />,
};

export function App() {
  useWords();
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Switch>
          {routes.map((path) => (
            <Route<Params> key={path} path={path}>
              {(params) => screens[path](params)}
            </Route>
          ))}
          <Route component={NotFoundScreen} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
