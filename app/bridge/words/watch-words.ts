// What an observer's screen says: what the ring does, how old its picture is, and what this device waits for. No names:
// the screen may be a wall. Pure.
import { plural, t } from '@lingui/core/macro';
import type { WatchedRing } from '../../../src/replica/page/watch';
import type { RingView } from '../../../src/replica/ring-view';
import { formatCount, formatRate, sentencesOf } from './format';
import { sayingWords } from './saying-words';

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
  if (isEnded) return { text: t`The host ended this room for all.`, isLive: true };
  if (state?.kind === 'watching' && ageS !== undefined && ageS < staleS)
    return { text: ageS < 4 ? t`Live` : t`Live, ${ageS}\u00a0s ago`, isLive: true };
  return {
    text: sentencesOf(
      waitWords(state),
      ageS !== undefined && t`The picture is ${{ span: spanWords(ageS) }} old.`,
    ).join(' '),
    isLive: false,
  };
}

function waitWords(state: WatchedRing['state'] | undefined): string {
  switch (state?.kind) {
    case undefined:
      return t`Starting …`;
    case 'connecting':
      return state.why === undefined
        ? t`Connecting to the room server …`
        : t`Waiting for the room server: ${{ why: sayingWords(state.why) }}.`;
    case 'seeking-key':
      return state.isShut === true
        ? t`Waiting for the host: now nobody may watch by the code alone, only with the host’s own link.`
        : t`Waiting for a member who can let this device watch.`;
    case 'watching':
      return t`Waiting for a picture: a member of the ring sends one when it is there.`;
    case 'away':
      return t`Waiting for the room: ${{ why: sayingWords(state.why) }}.`;
    case 'ended':
      return sayingWords(state.why);
    default:
      return state satisfies never;
  }
}

function spanWords(seconds: number): string {
  return seconds < 120 ? t`${seconds}\u00a0s` : t`${{ floor: Math.floor(seconds / 60) }}\u00a0min`;
}

const phases: Readonly<Record<RingView['ringPhase'], () => string>> = {
  outside: () => '',
  lobby: () => t`Not started yet`,
  'catching-up': () => t`Catching up`,
  training: () => t`Training`,
  waiting: () => t`Waiting for a replica`,
  regrouping: () => t`Agreeing on a new ring`,
  'no-quorum': () => t`Too few replicas to go on`,
  paused: () => t`Paused`,
  finished: () => t`Finished`,
  diverged: () => t`Diverged`,
};

export function ringPhaseWords({ ringPhase, isEnded }: Pick<RingView, 'ringPhase' | 'isEnded'>): string {
  return isEnded ? t`The room has ended` : phases[ringPhase]();
}

const tasks: Readonly<Record<NonNullable<RingView['task']>, () => string>> = {
  moons: () => t`Two moons`,
  spirals: () => t`Two spirals`,
  circles: () => t`Circles`,
  xor: () => 'XOR',
  homes: () => t`Homes and their prices`,
  digits: () => t`Drawn digits`,
  files: () => t`Files of the host`,
  stories: () => t`Generated stories`,
  text: () => t`A text of the host`,
};

/** A sentence on the current state and the next event of a ring that does not train; undefined while it trains. */
export function nextWords({
  ringPhase,
  isEnded,
}: Pick<RingView, 'ringPhase' | 'isEnded'>): string | undefined {
  return isEnded ? t`The host ended this room. What the ring made stays in view.` : next[ringPhase]?.();
}

const next: Readonly<Partial<Record<RingView['ringPhase'], () => string>>> = {
  lobby: () => t`Training begins when the host starts it.`,
  'catching-up': () => t`This replica fetches the model from the others, then goes on with them.`,
  waiting: () => t`One replica is late. The others wait for it, or soon go on without it.`,
  regrouping: () => t`A replica is gone. The others take the same step again without it: nothing is lost.`,
  'no-quorum': () => t`Too few replicas can be heard. Training goes on by itself when they are back.`,
  paused: () => t`The host has paused the run. It goes on from this step.`,
  finished: () => t`The run is over. The model can be tried, kept and shared.`,
  diverged: () => t`The loss is no longer a number. The host can begin again at a lower rate.`,
};

/** How many hold the model, and from how much it has learned. */
export function learnedWords({ ring, lockstep, examplesTotal, terms }: RingView): string {
  const examples = formatCount(Math.round(examplesTotal / Math.max(1, terms)));
  const count = ring.length;
  const replicas = formatCount(count);
  if (count > 1 && lockstep === 'agreed')
    return plural(count, {
      other: `${replicas} replicas hold exactly the same model. It has learned from ${examples} examples.`,
    });
  return plural(count, {
    one: `One replica trains this model. It has learned from ${examples} examples.`,
    other: `${replicas} replicas train one model. It has learned from ${examples} examples.`,
  });
}

export function taskWords({ task }: Pick<RingView, 'task'>): string | undefined {
  return task && tasks[task]();
}

/** 'Step 1,240 of 3,000'. */
export function stepWords({ step, steps }: Pick<RingView, 'step' | 'steps'>): string {
  return steps === undefined
    ? t`Step ${{ step: formatCount(step) }}`
    : t`Step ${{ step: formatCount(step) }} of ${{ steps: formatCount(steps) }}`;
}

const lockstepSentences: Readonly<Record<RingView['lockstep'], () => string>> = {
  agreed: () => t`All replicas hold the same bits.`,
  checking: () => t`The replicas compare what they hold.`,
  disagreed: () => t`The replicas do not hold the same bits.`,
  alone: () => t`One replica, by itself: it sums with nobody.`,
};

/** Says whether the replicas hold the same bits, or held them when the room ended. Then it names the replicas that are not
 *  well, and the slowest measured link. */
export function ringWords({
  lockstep,
  ring,
  edges,
  isEnded,
}: Pick<RingView, 'lockstep' | 'ring' | 'edges' | 'isEnded'>): string {
  const unwell = unwellStates.flatMap((state) => {
    const count = ring.filter((place) => place.state === state).length;
    return count > 0 ? [unwellWords[state](count, formatCount(count))] : [];
  });
  const measured = edges.filter((rate) => rate !== null);
  const rate = formatRate(Math.min(...measured));
  return sentencesOf(
    isEnded ? endedSentences()[lockstep] : lockstepSentences[lockstep](),
    unwell.length > 0 && !isEnded && `${unwell.join(', ')}.`,
    measured.length > 0 &&
      (ring.length === 2 ? t`Measured link: ${rate}.` : t`Slowest measured link: ${{ min: rate }}.`),
  ).join(' ');
}

const endedSentences = (): Readonly<Record<RingView['lockstep'], string>> => ({
  agreed: t`All replicas held the same bits.`,
  checking: '',
  disagreed: t`The replicas did not hold the same bits.`,
  alone: t`One replica, by itself: it sums with nobody.`,
});

type Unwell = Exclude<RingView['ring'][number]['state'], 'member'>;

const unwellWords: Readonly<Record<Unwell, (count: number, shown: string) => string>> = {
  silent: (count, shown) => plural(count, { other: `${shown} not heard` }),
  lost: (count, shown) => plural(count, { other: `${shown} without an answer` }),
  'catching-up': (count, shown) => plural(count, { other: `${shown} catching up` }),
  'left-out': (count, shown) => plural(count, { other: `${shown} left out of the last sum` }),
};
const unwellStates = Object.keys(unwellWords) as readonly Unwell[];

const stateWords: Readonly<Record<Unwell, () => string>> = {
  silent: () => t`not heard`,
  lost: () => t`without an answer`,
  'catching-up': () => t`catching up`,
  'left-out': () => t`left out of the last sum`,
};

/** How the replica of one place is. */
export function placeWords(state: RingView['ring'][number]['state']): string {
  return state === 'member' ? t`in the ring` : stateWords[state]();
}

/** The share of communication that computing hides; undefined: nothing was communicated. */
export function hiddenShare(split: NonNullable<RingView['split']>): number | undefined {
  const sent = split.overlappedMs + split.exposedMs;
  return sent > 0 ? split.overlappedMs / sent : undefined;
}
