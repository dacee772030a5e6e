// The sentences that say that the room's host is away or back, and what continues without it.
import type { Snapshot } from '../../../src/replica/protocol';
import { watchingText } from '../../text/watching';

export function hostWords(host: Snapshot['host'] & {}): string {
  return host === 'away' ? watchingText.hostAway : watchingText.hostBack;
}
