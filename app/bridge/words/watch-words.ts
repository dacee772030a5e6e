// What an observer's screen says: what the ring does, how old its picture is, and what this device waits for. No names:
// the screen may be a wall. Pure.
import type { WatchedRing } from '../../../src/replica/page/watch';
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { formatCount, formatPercent, formatRate } from './format';

/** Older than this, a picture is no longer called live: a ring sends one every three seconds at least. */
export const staleS = 8;

export interface WatchWords {
  readonly text: string;
  /** The picture is of now. */
  readonly isLive: boolean;
}

/** `ageS`: of the last picture; undefined: none came yet. */
export function watchWords(state: WatchedRing['state'] | undefined, ageS: number | undefined): WatchWords {
  if (state?.kind === 'watching' && ageS !== undefined && ageS < staleS)
    return { text: ageS < 4 ? 'Live' : `Live, ${ageS} s ago`, isLive: true };
  return { text: `${waitWords(state)}${ageS === undefined ? '' : ` The picture is ${spanWords(ageS)} old.`}`, isLive: false }; // prettier-ignore
}

function waitWords(state: WatchedRing['state'] | undefined): string {
  switch (state?.kind) {
    case undefined:
      return 'Starting …';
    case 'connecting':
      return state.why === undefined
        ? 'Connecting to the room server …'
        : `Waiting for the room server: ${state.why}.`;
    case 'seeking-key':
      return state.isShut === true
        ? 'Waiting for the host: now nobody may watch by the code alone, only with the host’s own link.'
        : 'Waiting for a member who can let this device watch.';
    case 'watching':
      return 'Waiting for a picture: a member of the ring sends one when it is there.';
    case 'away':
      return `Waiting for the room: ${state.why}.`;
    case 'ended':
      return state.why;
    default:
      return state satisfies never;
  }
}

function spanWords(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}

/** How many replicas take part now, of how many: by the same rule as `participants`. */
export function headcount({ phase, ring }: Pick<RingPicture, 'phase' | 'ring'>): string {
  const missing = ring.filter(({ state }) => isMissing(phase, state)).length;
  const catchingUp = phase === 'no-quorum' ? 0 : ring.filter(({ state }) => state === 'catching-up').length;
  const now = ring.length - missing - catchingUp;
  return now === ring.length ? formatCount(now) : `${formatCount(now)} of ${formatCount(ring.length)}`;
}

function isMissing(phase: RingPicture['phase'], state: RingPicture['ring'][number]['state']): boolean {
  if (phase === 'no-quorum') return state === 'silent' || state === 'lost';
  return phase === 'regrouping' && state === 'lost';
}

export function ringPhaseWords({ phase }: Pick<RingPicture, 'phase'>): string {
  switch (phase) {
    case 'lobby':
      return 'Not started yet';
    case 'catching-up':
      return 'Catching up';
    case 'training':
      return 'Training';
    case 'waiting':
      return 'Waiting for a replica';
    case 'regrouping':
      return 'A replica was lost: regrouping';
    case 'no-quorum':
      return 'Too few replicas to go on';
    case 'paused':
      return 'Paused';
    case 'finished':
      return 'Finished';
    case 'diverged':
      return 'Diverged';
    default:
      return phase satisfies never;
  }
}

const tasks: Readonly<Record<NonNullable<RingPicture['task']>, string>> = {
  moons: 'Two moons',
  spirals: 'Two spirals',
  circles: 'Circles',
  xor: 'XOR',
  digits: 'Drawn digits',
  files: 'Files of the host',
  stories: 'Generated stories',
  text: 'A text of the host',
};

export function taskWords({ task }: Pick<RingPicture, 'task'>): string | undefined {
  return task && tasks[task];
}

/** 'Step 1,240 of 3,000'. */
export function stepWords({ step, steps }: Pick<RingPicture, 'step' | 'steps'>): string {
  return `Step ${formatCount(step)}${steps === undefined ? '' : ` of ${formatCount(steps)}`}`;
}

/** On examples held out, where the ring evaluates; else of the last step's own. */
export function accuracyFact({
  validation,
  accuracy,
}: Pick<RingPicture, 'validation' | 'accuracy'>): readonly [name: string, value: string] {
  return validation
    ? ['Held-out accuracy', formatPercent(validation.accuracy)]
    : ['Accuracy', formatPercent(accuracy)];
}

const lockstepSentences: Readonly<Record<RingPicture['lockstep'], string>> = {
  agreed: 'All replicas hold the same bits.',
  checking: 'The replicas compare what they hold.',
  disagreed: 'The replicas do not hold the same bits.',
  alone: 'One replica: a ring of one.',
};

/** The replicas that are not well, and the slowest link that is measured. */
export function ringWords({
  lockstep,
  ring,
  edges,
}: Pick<RingPicture, 'lockstep' | 'ring' | 'edges'>): string {
  const unwell = Object.entries(stateWords).flatMap(([state, words]) => {
    const count = ring.filter((place) => place.state === state).length;
    return count > 0 ? [`${formatCount(count)} ${words}`] : [];
  });
  const measured = edges.filter((rate) => rate !== null);
  return [
    lockstepSentences[lockstep],
    ...(unwell.length > 0 ? [`${unwell.join(', ')}.`] : []),
    ...(measured.length > 0 ? [`Slowest measured link: ${formatRate(Math.min(...measured))}.`] : []),
  ].join(' ');
}

const stateWords = {
  silent: 'not heard',
  lost: 'lost',
  'catching-up': 'catching up',
  'left-out': 'left out of the last sum',
} as const;

/** The share of communication that computing hides; undefined: nothing was communicated. */
export function hiddenShare(split: NonNullable<RingPicture['split']>): number | undefined {
  const sent = split.overlappedMs + split.exposedMs;
  return sent > 0 ? split.overlappedMs / sent : undefined;
}
