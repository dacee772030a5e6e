// That the room's host is away, and what goes on without it; or that it is back.
import type { Snapshot } from '../../../src/replica/protocol';
import { watchingText } from '../../text/watching';

export function hostWords(host: Snapshot['host'] & {}): string {
  return host === 'away' ? watchingText.hostAway : watchingText.hostBack;
}
