// Under a chart: ways to save it. Loaded apart from the dashboard.
import { lazy, Suspense, type ComponentProps } from 'react';
import css from './charts.module.css';

const SaveChart = lazy(() => import('./save-chart'));

export function ChartFoot(props: ComponentProps<typeof SaveChart>) {
  return (
    <span className={css.save} role="group" aria-label={`Save ${props.words.title}`}>
      <span aria-hidden="true">Save</span>
      <Suspense fallback={null}>
        <SaveChart {...props} />
      </Suspense>
    </span>
  );
}
