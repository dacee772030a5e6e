// Every gradient is summed, and the configured optimizer takes the mean.
import * as v from 'valibot';
import { syncMode } from './sync-mode';

export const everyStepMode = syncMode({
  schema: v.strictObject({ kind: v.literal('every-step') }),
  step: () => ({ innerSteps: 1, outer: undefined, fragments: undefined, own: undefined }),
  name: () => 'every-step',
});
