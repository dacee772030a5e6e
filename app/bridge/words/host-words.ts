// The sentences that say that the room's host is away or back, and what continues without it.
import { t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';

export function hostWords(host: Snapshot['host'] & {}): string {
  return host === 'away'
    ? t`The host is away. What runs goes on. Starting, pausing and every change wait until the host’s browser is back.`
    : t`The host is back.`;
}
