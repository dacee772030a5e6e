// The league in words: what sets an attempt apart from the others, and the table as CSV. Pure.
import { plural, t } from '@lingui/core/macro';
import type { Attempt, League } from '../../../src/replica/protocol';
import { formatBytes, formatCount, formatMs, formatValue } from '../../bridge/words/format';
import { codecNames, measuredWay, topologyNames } from '../../bridge/words/sum-words';

type Settings = Attempt['settings'];
type Shown = Pick<Attempt, 'settings' | 'isChanged'>;

const bucketWords: Readonly<Record<string, () => string>> = {
  'per-tensor': () => t`one sum per tensor`,
  bucketed: () => t`sums in buckets`,
  measured: () => t`buckets by measurement`,
  single: () => t`one sum for all`,
};
const optimizers: Readonly<Record<string, () => string>> = {
  sgd: () => 'SGD',
  momentum: () => t`SGD with momentum`,
  adamw: () => 'AdamW',
  lars: () => 'LARS',
  lamb: () => 'LAMB',
};

/** Each setting in words. A name of a later page stays as it is: it is letters, digits and hyphens. */
const words: { readonly [Key in keyof Settings]: (value: Settings[Key]) => string } = {
  data: (data) => data,
  parameters: (count) => t`${{ count: formatCount(count) }} parameters`,
  replicas: (count) =>
    plural(count, {
      one: `${{ shown: formatCount(count) }} replica`,
      other: `${{ shown: formatCount(count) }} replicas`,
    }),
  batch: (batch) => t`batch ${{ batch: formatCount(batch) }}`,
  learningRate: (rate) => t`learning rate ${{ rate: formatValue(rate) }}`,
  optimizer: (kind) => named(optimizers, kind),
  codec: (kind) => t`sent as ${{ codec: named(codecNames, kind) }}`,
  topology: (name) => (name === 'auto' ? measuredWay() : named(topologyNames, name)),
  buckets: (mode) => named(bucketWords, mode),
  overlap: (isOn) => (isOn ? t`overlap on` : t`overlap off`),
  innerSteps: (steps) =>
    steps === 1 ? t`a sum at every step` : t`${{ steps: formatCount(steps) }} local steps`,
  isSlowed: (isSlowed) => (isSlowed ? t`a slowed network` : t`the network as it is`),
};

function named(names: Readonly<Record<string, () => string>>, name: string): string {
  return Object.hasOwn(names, name) ? names[name]() : name;
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
    parts.length > 0
      ? parts.join(', ')
      : among.length > 1
        ? t`the same settings`
        : t({ message: 'the first', context: 'an attempt of the league' });
  return one.isChanged ? t`${differing}; changed on the way` : differing;
}

/** A question, which the leader answers. */
export function targetWords(target: number): string {
  return t`Which run reaches a loss of ${{ target: formatValue(target) }} first?`;
}

/** 'Run 3 was fastest: 12.4 s. Run 5 sent the fewest bytes: 1.2 MB.' */
export function leaderWords(
  fast: Pick<Attempt, 'run' | 'ms'> | undefined,
  lean: Pick<Attempt, 'run' | 'bytes'> | undefined,
): string {
  if (!fast) return t`No run has reached it yet.`;
  if (!lean) return t`Run ${{ run: fast.run }} was fastest: ${{ ms: formatMs(fast.ms) }}.`;
  const [ms, bytes] = [formatMs(fast.ms), formatBytes(lean.bytes)];
  return fast.run === lean.run
    ? t`Run ${{ run: fast.run }} was fastest and sent the fewest bytes: ${ms}, ${bytes}.`
    : t`Run ${{ run: fast.run }} was fastest: ${ms}. Run ${{ lean: lean.run }} sent the fewest bytes: ${bytes}.`;
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
