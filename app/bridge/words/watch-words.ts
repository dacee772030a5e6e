// What an observer's screen says: what the ring does, how old its picture is, and what this device waits for. No names:
// the screen may be a wall. Pure.
import type { WatchedRing } from '../../../src/replica/page/watch';
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { formatCount, formatPercent, formatRate, formatShort } from './format';
import { sayingWords } from './saying-words';
import { watchingText } from '../../text/watching';

/** Older than this, a picture is no longer called live: a ring sends one every three seconds at least. */
export const staleS = 8;

export interface WatchWords {
  readonly text: string;
  /** The picture is of now. */
  readonly isLive: boolean;
}

/** `ageS`: of the last picture; undefined: none came yet. `isEnded`: as that picture says; no other follows it. */
export function watchWords(
  state: WatchedRing['state'] | undefined,
  ageS: number | undefined,
  isEnded = false,
): WatchWords {
  if (isEnded) return { text: watchingText.hostEndedRoom, isLive: true };
  if (state?.kind === 'watching' && ageS !== undefined && ageS < staleS)
    return { text: ageS < 4 ? watchingText.live : watchingText.liveSAgo(ageS), isLive: true };
  return {
    text: `${waitWords(state)}${ageS === undefined ? '' : watchingText.pictureOld(spanWords(ageS))}`,
    isLive: false,
  };
}

function waitWords(state: WatchedRing['state'] | undefined): string {
  switch (state?.kind) {
    case undefined:
      return watchingText.starting;
    case 'connecting':
      return state.why === undefined
        ? watchingText.connectingRoomServer
        : watchingText.waitingRoomServer(sayingWords(state.why, state.says));
    case 'seeking-key':
      return state.isShut === true ? watchingText.waitingHostNow : watchingText.waitingMemberWho;
    case 'watching':
      return watchingText.waitingPictureMember;
    case 'away':
      return watchingText.waitingRoom(sayingWords(state.why, state.says));
    case 'ended':
      return state.why;
    default:
      return state satisfies never;
  }
}

function spanWords(seconds: number): string {
  return seconds < 120 ? watchingText.s(seconds) : watchingText.min(Math.floor(seconds / 60));
}

/** How many replicas take part now, of how many: by the same rule as `participants`. */
export function headcount({ phase, ring }: Pick<RingPicture, 'phase' | 'ring'>): string {
  const missing = ring.filter(({ state }) => isMissing(phase, state)).length;
  const catchingUp = phase === 'no-quorum' ? 0 : ring.filter(({ state }) => state === 'catching-up').length;
  const now = ring.length - missing - catchingUp;
  return now === ring.length ? formatCount(now) : watchingText.of(formatCount(now), formatCount(ring.length));
}

function isMissing(phase: RingPicture['phase'], state: RingPicture['ring'][number]['state']): boolean {
  if (phase === 'no-quorum') return state === 'silent' || state === 'lost';
  return phase === 'regrouping' && state === 'lost';
}

export function ringPhaseWords({ phase, isEnded }: Pick<RingPicture, 'phase' | 'isEnded'>): string {
  if (isEnded) return watchingText.roomHasEnded;
  switch (phase) {
    case 'lobby':
      return watchingText.notStartedYet;
    case 'catching-up':
      return watchingText.catchingUp;
    case 'training':
      return watchingText.training;
    case 'waiting':
      return watchingText.waitingReplica;
    case 'regrouping':
      return watchingText.regrouping;
    case 'no-quorum':
      return watchingText.tooFewReplicas;
    case 'paused':
      return watchingText.paused;
    case 'finished':
      return watchingText.finished;
    case 'diverged':
      return watchingText.diverged;
    default:
      return phase satisfies never;
  }
}

const tasks: Readonly<Record<NonNullable<RingPicture['task']>, string>> = {
  get moons() {
    return watchingText.twoMoons;
  },
  get spirals() {
    return watchingText.twoSpirals;
  },
  get circles() {
    return watchingText.circles;
  },
  xor: 'XOR',
  get digits() {
    return watchingText.drawnDigits;
  },
  get files() {
    return watchingText.filesHost;
  },
  get stories() {
    return watchingText.generatedStories;
  },
  get text() {
    return watchingText.textHost;
  },
};

export function taskWords({ task }: Pick<RingPicture, 'task'>): string | undefined {
  return task && tasks[task];
}

/** 'Step 1,240 of 3,000'. */
export function stepWords({ step, steps }: Pick<RingPicture, 'step' | 'steps'>): string {
  return watchingText.step(
    formatCount(step),
    steps === undefined ? '' : watchingText.of2(formatCount(steps)),
  );
}

/** The accuracy on examples held out, where the ring evaluates; else of the last step's own. */
export function accuracyFact({
  validation,
  accuracy,
}: Pick<RingPicture, 'validation' | 'accuracy'>): readonly [name: string, value: string] {
  return validation
    ? [watchingText.heldOutAccuracy, formatPercent(validation.accuracy)]
    : [watchingText.accuracy, formatPercent(accuracy)];
}

/** What went into a finished run. */
export function madeFacts({
  step,
  finished,
}: Pick<RingPicture, 'step' | 'finished'>): readonly (readonly [name: string, value: string])[] {
  if (!finished) return [];
  const { examples, contributors } = finished;
  return [
    [watchingText.steps, formatCount(step)],
    [watchingText.examples, formatShort(examples)],
    ...(contributors === undefined ? [] : [[watchingText.contributed, formatCount(contributors)] as const]),
  ];
}

/** Examples per second now. */
export function speedOf({
  phase,
  examplesPerSecond,
}: Pick<RingPicture, 'phase' | 'examplesPerSecond'>): number | undefined {
  return phase === 'training' || phase === 'waiting' ? examplesPerSecond : undefined;
}

const lockstepSentences: Readonly<Record<RingPicture['lockstep'], string>> = {
  get agreed() {
    return watchingText.allReplicasHold;
  },
  get checking() {
    return watchingText.replicasCompareWhat;
  },
  get disagreed() {
    return watchingText.replicasDoNot;
  },
  get alone() {
    return watchingText.oneReplicaRing;
  },
};

/** Says whether the replicas hold the same bits, or held them when the room ended. Then it names the replicas that are not
 *  well, and the slowest measured link. */
export function ringWords({
  lockstep,
  ring,
  edges,
  isEnded,
}: Pick<RingPicture, 'lockstep' | 'ring' | 'edges' | 'isEnded'>): string {
  const unwell = Object.entries(stateWords).flatMap(([state, words]) => {
    const count = ring.filter((place) => place.state === state).length;
    return count > 0 ? [`${formatCount(count)} ${words}`] : [];
  });
  const measured = edges.filter((rate) => rate !== null);
  return [
    isEnded ? endedSentences()[lockstep] : lockstepSentences[lockstep],
    ...(unwell.length > 0 && !isEnded ? [`${unwell.join(', ')}.`] : []),
    ...(measured.length > 0
      ? [
          (ring.length === 2 ? watchingText.measuredLink : watchingText.slowestMeasuredLink)(
            formatRate(Math.min(...measured)),
          ),
        ]
      : []),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

const endedSentences = (): Readonly<Record<RingPicture['lockstep'], string>> => ({
  agreed: watchingText.allReplicasHeld,
  checking: '',
  disagreed: watchingText.replicasDidNot,
  alone: watchingText.oneReplicaRing,
});

const stateWords = {
  get silent() {
    return watchingText.notHeard;
  },
  get lost() {
    return watchingText.lost;
  },
  get 'catching-up'() {
    return watchingText.catchingUp2;
  },
  get 'left-out'() {
    return watchingText.leftOutLast;
  },
} as const;

/** How the replica of one place is. */
export function placeWords(state: RingPicture['ring'][number]['state']): string {
  return state === 'member' ? watchingText.inRing : stateWords[state];
}

/** The share of communication that computing hides; undefined: nothing was communicated. */
export function hiddenShare(split: NonNullable<RingPicture['split']>): number | undefined {
  const sent = split.overlappedMs + split.exposedMs;
  return sent > 0 ? split.overlappedMs / sent : undefined;
}
