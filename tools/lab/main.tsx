// The product's page with the labs beside its screens: /lab/panels, /lab/screen/:name, /lab/ring, /lab/sum and /lab/kernels.
// `npm run dev` serves it under /lab, and the end-to-end tests a build of it. The product's build does not hold it.
import { lazy } from 'react';
import { withWords } from '../../app/bridge/session/page-language';
import { startApp } from '../../app/start-app';

const LabScreen = lazy(() => withWords(import('./screens/lab')));
const RingLabScreen = lazy(() => withWords(import('./screens/ring-lab')));
const SumLabScreen = lazy(() => withWords(import('./screens/sum-lab')));
const KernelLabScreen = lazy(() => withWords(import('./screens/kernel-lab')));

startApp({
  '/lab/ring': () => <RingLabScreen />,
  '/lab/sum': () => <SumLabScreen />,
  '/lab/kernels': () => <KernelLabScreen />,
  '/lab/panels': () => <LabScreen />,
  '/lab/screen/:name': ({ name }) => <LabScreen scenario={name} />,
});
