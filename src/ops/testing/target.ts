// The adapter facts that the tests of the ops assume.
import type { Target } from '../lowering';

/** The facts of a device with default limits. */
export const targetForTests: Target = {
  maxInvocations: 256,
  maxWorkgroups: 65_535,
  maxStorageBuffers: 8,
  real: 'f32',
};
