// Each member trains alone for some inner steps; then the members sum what changed (E24).
import * as v from 'valibot';
import { outerSetting, outerTable } from '../outer/outer-table';
import { syncMode, whole } from './sync-mode';

export const localSteps = syncMode({
  schema: v.strictObject({
    kind: v.literal('local'),
    /** The inner steps of each member in one step of the ring; DiLoCo's paper goes to 1,000. */
    innerSteps: whole(1, 1000),
    outer: outerSetting,
  }),
  step: ({ innerSteps, outer }) => ({ innerSteps, outer, fragments: undefined, own: undefined }),
  name: ({ outer }, codec) =>
    outer.kind === 'average' && codec === 'sparse-loco' ? 'sparse-loco' : outerTable[outer.kind].mode,
});
