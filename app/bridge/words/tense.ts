// The tense in which a panel speaks of steps: they are to come, they are taken now, or they were taken. Pure.
import type { Snapshot } from '../../../src/replica/protocol';

export type Tense = 'will' | 'now' | 'was';

export function tenseOf({ phase: { kind }, step }: Pick<Snapshot, 'phase' | 'step'>): Tense {
  if (kind === 'training' || kind === 'catching-up' || kind === 'regrouping') return 'now';
  if (step > 0) return 'was';
  // A run that ended before its first step: what is said then is how a ring works.
  return kind === 'finished' || kind === 'diverged' ? 'now' : 'will';
}
