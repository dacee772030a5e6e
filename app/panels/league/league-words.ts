// The league in words: what sets an attempt apart from the others, and the table as CSV. Pure.
import type { Attempt, League } from '../../../src/replica/protocol';
import { formatBytes, formatCount, formatMs, formatValue } from '../../bridge/words/format';
import { leagueText } from '../../text/league';
import { sumsText } from '../../text/sums';

type Settings = Attempt['settings'];
type Shown = Pick<Attempt, 'settings' | 'isChanged'>;

const bucketWords: Readonly<Record<string, string>> = {
  get 'per-tensor'() {
    return leagueText.oneSumPer;
  },
  get bucketed() {
    return leagueText.sumsBuckets;
  },
  get measured() {
    return leagueText.bucketsMeasurement;
  },
  get single() {
    return leagueText.oneSumAll;
  },
};
const optimizers: Readonly<Record<string, string>> = {
  sgd: 'SGD',
  get momentum() {
    return leagueText.sgdMomentum;
  },
  get adamw() {
    return leagueText.adamw;
  },
  lars: 'LARS',
  lamb: 'LAMB',
};

/** Each setting in words. A name of a later page stays as it is: it is letters, digits and hyphens. */
const words: { readonly [Key in keyof Settings]: (value: Settings[Key]) => string } = {
  data: (data) => data,
  parameters: (count) => leagueText.parameters(formatCount(count)),
  replicas: (count) => leagueText.text(formatCount(count), count),
  batch: (batch) => leagueText.batch(formatCount(batch)),
  learningRate: (rate) => leagueText.learningRate(formatValue(rate)),
  optimizer: (kind) => named(optimizers, kind),
  codec: (kind) => leagueText.sent(named(sumsText.codecs, kind)),
  topology: (name) => named(sumsText.topologies, name),
  buckets: (mode) => named(bucketWords, mode),
  overlap: (isOn) => leagueText.overlap(isOn),
  innerSteps: (steps) => (steps === 1 ? leagueText.sumEveryStep : leagueText.localSteps(formatCount(steps))),
  isSlowed: (isSlowed) => (isSlowed ? leagueText.slowedNetwork : leagueText.network),
};

function named(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? names[name] : name;
}

function all(settings: Settings): readonly (readonly [key: keyof Settings, text: string])[] {
  const keys = Object.keys(words) as (keyof Settings)[];
  return keys.map((key) => [key, (words[key] as (value: unknown) => string)(settings[key])]);
}

/** What not all of them share. */
export function settingWords(one: Shown, among: readonly Shown[]): string {
  const parts = all(one.settings)
    .filter(([key]) => among.some(({ settings }) => settings[key] !== one.settings[key]))
    .map(([, text]) => text);
  const differing =
    parts.length > 0 ? parts.join(', ') : among.length > 1 ? leagueText.sameSettings : leagueText.first;
  return one.isChanged ? leagueText.changedWay(differing) : differing;
}

/** 'Run 3 was fastest: 12.4 s. Run 5 sent the fewest bytes: 1.2 MB.' */
export function leaderWords(
  fast: Pick<Attempt, 'run' | 'ms'> | undefined,
  lean: Pick<Attempt, 'run' | 'bytes'> | undefined,
): string {
  if (!fast) return leagueText.noRunReached;
  if (!lean) return leagueText.runFastest(fast.run, formatMs(fast.ms));
  const bytes = formatBytes(lean.bytes);
  return fast.run === lean.run
    ? leagueText.runFastestSent(fast.run, formatMs(fast.ms), bytes)
    : leagueText.runFastestRun(fast.run, formatMs(fast.ms), lean.run, bytes);
}

const columns = [
  'run',
  'seconds',
  'bytes_sent_by_one_replica',
  'steps',
  'digest',
  'changed_on_the_way',
  'target_loss',
] as const;

/** One line an attempt; numbers and names only, which need no quotation marks. */
export function leagueCsv({ target, attempts }: League): string {
  const keys = Object.keys(words) as (keyof Settings)[];
  const rows = attempts.map(({ run, ms, bytes, step, digest, isChanged, settings }) =>
    [run, ms / 1000, bytes, step, digest, isChanged, target, ...keys.map((key) => settings[key])].join(','),
  );
  return [[...columns, ...keys].join(','), ...rows].join('\n') + '\n';
}
