// The result of saving a run: the file, or the reason why there is none.
import { ProblemLine } from '../../bridge/session/problem-line';
import { hostingText } from '../../text/hosting';
import type { SaveState } from './use-save';

export function SavedLine({ state }: { state: Exclude<SaveState, string> }) {
  return 'said' in state ? state.said : <ProblemLine problem={state.problem} within={hostingText.notSaved} />;
}
