// The result of saving a run: the file, or the reason why there is none.
import { t } from '@lingui/core/macro';
import { ProblemLine } from '../../bridge/session/problem-line';
import type { SaveState } from './use-save';

export function SavedLine({ state }: { state: Exclude<SaveState, string> }) {
  return 'said' in state ? (
    state.said
  ) : (
    <ProblemLine problem={state.problem} within={(message: string) => t`Not saved: ${message}.`} />
  );
}
