// All sync modes by the kind of their setting. A new one is its file and its line here.
import { everyStepMode } from './every-step';
import { localSteps } from './local-steps';
import { streaming } from './streaming';
import type { SyncMode } from './sync-mode';

export const modeTable = {
  'every-step': everyStepMode,
  local: localSteps,
  streaming,
} as const satisfies Readonly<Record<string, SyncMode>>;
