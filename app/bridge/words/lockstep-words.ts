// Do all members hold the same bits? The strip claims only a comparison that is made now, and none where no member
// compares.
import { t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';

export interface LockstepWords {
  readonly text: string;
  readonly tone: Snapshot['lockstep'];
}

export function lockstepWords({ phase, lockstep }: Pick<Snapshot, 'phase' | 'lockstep'>): LockstepWords {
  switch (phase.kind) {
    case 'starting':
    case 'needs-file':
    case 'connecting':
      return { text: t`Not in the ring yet`, tone: 'checking' };
    case 'no-quorum':
      return { text: t`Not compared`, tone: 'checking' };
    case 'failed':
    case 'left':
      return { text: t`Not in the ring`, tone: 'checking' };
    case 'catching-up':
      return { text: t`Catching up`, tone: 'checking' };
    case 'lobby':
    case 'training':
    case 'regrouping':
    case 'paused':
    case 'finished':
    case 'diverged':
      return { text: compared[lockstep](), tone: lockstep };
    default:
      return phase satisfies never;
  }
}

const compared: Readonly<Record<Snapshot['lockstep'], () => string>> = {
  agreed: () => t`In lockstep ✓`,
  checking: () => t`Comparing …`,
  disagreed: () => t`Out of lockstep ✗`,
  alone: () => t`Alone`,
};
