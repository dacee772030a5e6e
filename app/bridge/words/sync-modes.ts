// How often the members add up, by name.
import { t } from '@lingui/core/macro';
import type { SyncName } from '../../../src/train/run/modes/sync-mode';

export const syncModes: Readonly<Record<SyncName, () => string>> = {
  'every-step': () => t`At every step`,
  'local-sgd': () => t`Local SGD`,
  diloco: () => 'DiLoCo',
  'streaming-diloco': () => 'Streaming DiLoCo',
  'sparse-loco': () => 'SparseLoCo',
};
