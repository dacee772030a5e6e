// The routes. Home and Join are in the first chunk; all else comes when it is needed.
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { useWords, withWords } from './bridge/session/page-language';
import { HomeScreen } from './screens/home';
import { RoomScreen } from './screens/room';
import { AloneScreen } from './screens/alone';
import { ErrorBoundary } from './screens/error-boundary';
import { Loading, NotFoundScreen } from './screens/frame';

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

export function App() {
  useWords();
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/" component={HomeScreen} />
          <Route path="/r/:code">{({ code }) => <RoomScreen key={code} code={code} />}</Route>
          <Route path="/r/:code/watch">{({ code }) => <WatchScreen key={code} code={code} />}</Route>
          <Route path="/r/:code/project">{({ code }) => <ProjectScreen key={code} code={code} />}</Route>
          <Route path="/alone" component={AloneScreen} />
          <Route path="/check">
            <CheckScreen />
          </Route>
          <Route path="/calculator">
            <CalculatorScreen />
          </Route>
          <Route path="/playground">
            <PlaygroundScreen />
          </Route>
          <Route path="/privacy">
            <SheetScreen name="privacy" />
          </Route>
          <Route path="/network">
            <SheetScreen name="network" />
          </Route>
          <Route path="/lessons">
            <LessonsScreen />
          </Route>
          <Route path="/lesson/:id">{({ id }) => <LessonScreen key={id} id={id} />}</Route>
          <Route path="/lesson/:id/teacher">
            {({ id }) => <LessonScreen key={id} id={id} isForTeacher />}
          </Route>
          <Route path="/lab/ring">
            <RingLabScreen />
          </Route>
          <Route path="/lab/kernels">
            <KernelLabScreen />
          </Route>
          <Route path="/lab/panels">
            <LabScreen />
          </Route>
          <Route path="/lab/screen/:name">{({ name }) => <LabScreen scenario={name} />}</Route>
          <Route component={NotFoundScreen} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
