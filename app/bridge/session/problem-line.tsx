// A problem where a person reads it. Its words come when the first one is shown: most visits have none.
import { lazy, Suspense } from 'react';
import type { ProblemProps } from '../words/problem-text';
import { logged } from '../../../src/base/sayings';
import { withWords } from './page-language';

const ProblemText = lazy(() =>
  withWords(import('../words/problem-text')).catch(() => ({ default: WithoutWords })),
);

export function ProblemLine(props: ProblemProps) {
  return (
    <Suspense fallback={null}>
      <ProblemText {...props} />
    </Suspense>
  );
}

/** The words could not be fetched. */
function WithoutWords({ problem }: ProblemProps) {
  return <code lang="en">{logged(problem)}</code>;
}
