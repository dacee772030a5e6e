// Do all members hold the same bits? The strip claims only a comparison that is made now, and none where no member
// compares.
import type { Snapshot } from '../../../src/replica/protocol';
import { phasesText } from '../../text/phases';

export interface LockstepWords {
  readonly text: string;
  readonly tone: Snapshot['lockstep'];
}

export function lockstepWords({ phase, lockstep }: Pick<Snapshot, 'phase' | 'lockstep'>): LockstepWords {
  switch (phase.kind) {
    case 'starting':
    case 'needs-file':
    case 'connecting':
      return { text: phasesText.notRingYet, tone: 'checking' };
    case 'no-quorum':
      return { text: phasesText.notCompared, tone: 'checking' };
    case 'failed':
    case 'left':
      return { text: phasesText.notRing, tone: 'checking' };
    case 'catching-up':
      return { text: phasesText.catchingUp, tone: 'checking' };
    case 'lobby':
    case 'training':
    case 'regrouping':
    case 'paused':
    case 'finished':
    case 'diverged':
      return { text: compared[lockstep], tone: lockstep };
    default:
      return phase satisfies never;
  }
}

const compared: Readonly<Record<Snapshot['lockstep'], string>> = {
  get agreed() {
    return phasesText.lockstep;
  },
  get checking() {
    return phasesText.comparing;
  },
  get disagreed() {
    return phasesText.outLockstep;
  },
  get alone() {
    return phasesText.alone;
  },
};
