// How long a change of the ring takes until a screen shows it: from what pages showed and what replicas recorded to the
// lines of `npm run bench -- ui --only changes`. Pure.
import type { Line } from './ui-report';

const changeScreens = [
  'host dashboard',
  'host console',
  'guest dashboard',
  'phone',
  'phone, You card',
  'projector',
  'watch',
] as const;
export type ChangeScreen = (typeof changeScreens)[number];

const viewGoalMs = 1_000;
const silentGoalMs = 3_000;

/** Goals are from the first replica's new view, or from the event itself. */
const goals = {
  'a member joins': { from: 'view', goal: viewGoalMs },
  'a member leaves': { from: 'view', goal: viewGoalMs },
  'a killed member, not heard': { from: 'event', goal: silentGoalMs },
  'a killed member, gone': { from: 'view', goal: viewGoalMs },
  'a stopped member, not heard': { from: 'event', goal: silentGoalMs },
  'a stopped member, gone': { from: 'view', goal: viewGoalMs },
  'the host pauses': { from: 'event', goal: undefined },
  'the host resumes': { from: 'event', goal: undefined },
  /** It tells observers of the ring. */
  'the speaker leaves': { from: 'view', goal: viewGoalMs },
  'a stopped speaker, not heard': { from: 'event', goal: silentGoalMs },
  'a stopped speaker, gone': { from: 'view', goal: viewGoalMs },
} as const;
export type ChangeEvent = keyof typeof goals;
const changeEvents = Object.keys(goals) as readonly ChangeEvent[];

/** What a screen said from this time on, epoch ms, after it was painted. */
export interface Reading {
  readonly atMs: number;
  readonly phase: string;
  /** '5', '4 of 5 replicas': the last number is that of the members. */
  readonly count: string;
  /** '1 not heard'. */
  readonly note: string;
  /** The share that the You card shows: '20 %'. */
  readonly share: string;
}

/** What a replica recorded, epoch ms. */
export interface Noticed {
  readonly atMs: number;
  readonly what: 'view' | 'silent' | 'phase';
  /** Members of the view, or the phase. */
  readonly is: number | string;
}

/** One change on one screen, ms until it was shown. undefined: it never was, or nobody recorded it. */
export interface ShownChange {
  readonly event: ChangeEvent;
  readonly screen: ChangeScreen;
  readonly fromEvent: number | undefined;
  /** The time from the first replica of the ring that had the new view. */
  readonly fromView: number | undefined;
  /** The time from the page’s own replica, or from the last message that an observer got before. */
  readonly fromOwn: number | undefined;
}

/** When a screen first said so; undefined: it did not. The reading before `sinceMs` still stands then. */
export function firstShownMs(
  readings: readonly Reading[],
  sinceMs: number,
  isSo: (reading: Reading) => boolean,
): number | undefined {
  return readings.find((reading) => reading.atMs >= sinceMs && isSo(reading))?.atMs;
}

export const says = {
  members: (count: number) => (reading: Reading) => Number(reading.count.match(/\d+/g)?.at(-1)) === count,
  share: (members: number) => (reading: Reading) =>
    Number.parseInt(reading.share, 10) === Math.round(100 / members),
  notHeard: ({ note }: Reading) => note.includes('not heard'),
  waiting: ({ phase }: Reading) => phase === 'Waiting for a replica',
  paused: (reading: Reading) => reading.phase === 'Paused',
  training: (reading: Reading) => /^(Training|Waiting)/.test(reading.phase),
};

/** Lines of a flight record: new views, peers not heard, phases. */
export function noticedIn(record: string): readonly Noticed[] {
  return record
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): Noticed[] => {
      const { at: atMs, kind, input, followed, phase } = JSON.parse(line) as Record<string, unknown>;
      if (typeof atMs !== 'number') return [];
      if (kind === 'phase') return [{ atMs, what: 'phase', is: String(phase) }];
      if (kind !== 'membership') return [];
      const installed = (followed as readonly string[]).find((effect) => effect.startsWith('install '));
      const members = installed?.replace(/^[^[]*\[|\].*$/g, '').split(' ').length;
      return [
        ...(members === undefined ? [] : [{ atMs, what: 'view', is: members } as const]),
        ...(input === 'silent' ? [{ atMs, what: 'silent', is: '' } as const] : []),
      ];
    });
}

/** Medians and the longest. */
export function changeLines(changes: readonly ShownChange[]): readonly Line[] {
  return changeEvents.flatMap((event) =>
    changeScreens.flatMap((screen) => {
      const seen = changes.filter((change) => change.event === event && change.screen === screen);
      return seen.length === 0 ? [] : [changeLine(event, screen, seen)];
    }),
  );
}

function changeLine(event: ChangeEvent, screen: ChangeScreen, seen: readonly ShownChange[]): Line {
  const { from, goal } = goals[event];
  const kept = (key: 'fromEvent' | 'fromView' | 'fromOwn'): readonly number[] =>
    seen.flatMap((change) => change[key] ?? []);
  const main = kept(from === 'view' ? 'fromView' : 'fromEvent');
  const own = kept('fromOwn');
  const whole = kept('fromEvent');
  const missed = seen.filter(({ fromEvent }) => fromEvent === undefined).length;
  return {
    name: `ui ${event}, ${screen}`,
    ours: median(main),
    ...(goal !== undefined && { goal }),
    unit: `ms from ${from === 'view' ? 'the new view' : 'the event'}`,
    runs: seen.length,
    parts: {
      longest: longest(main),
      ...(own.length > 0 && {
        'from what its page knew': median(own),
        'longest of those': longest(own),
      }),
      ...(from === 'view' && { 'from the event': median(whole), 'longest from the event': longest(whole) }),
      ...(missed > 0 && { 'never shown': missed }),
    },
  };
}

/** null: there is none. */
function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]);
}

function longest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.round(Math.max(...values));
}
