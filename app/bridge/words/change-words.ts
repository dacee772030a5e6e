// Words for each change of a run, which charts show beside its mark. Pure.
import { plural, select, t } from '@lingui/core/macro';
import type { Changed, StepRecord } from '../../../src/replica/protocol';
import type { ShownChange } from '../../../src/replica/shown-change';
import { encodedBy } from '../../../src/train/metrics/of-codec';
import { formatBytes, formatCount, formatNames, formatPercent, formatValue } from './format';
import { linesWords, networkWords } from './network-change';
import { chosenWords, encodedWords, topologyWords } from './sum-words';

/** `noise`: a step's part was refused or withheld. */
export type ChangeKind = Changed['what'] | 'noise';

export interface Change {
  readonly kind: ChangeKind;
  /** 'overlap off', in the language and with the names of now. */
  readonly words: () => string;
  /** Where the words are long. */
  readonly short?: () => string;
}

/** What these do shows in the loss, not in the time of a step. */
const ofLoss: ReadonlySet<ChangeKind> = new Set(['rate', 'noise', 'outer', 'mixing']);

export function isOfLoss(kind: ChangeKind): boolean {
  return ofLoss.has(kind);
}

/** The name of a member, of now. */
export type NameOf = (id: string) => string;

export function changeOf(changed: Changed, nameOf: NameOf): Change {
  const kind = changed.what;
  switch (kind) {
    case 'members': {
      const { before, after } = changed;
      return { kind, words: () => memberWords(before, after, nameOf) };
    }
    case 'network': {
      const { before, after } = changed;
      const words = (isShort: boolean): string => networkWords(before, after, nameOf, isShort);
      return { kind, words: () => words(false), short: () => words(true) };
    }
    default:
      return { kind, words: () => settingWords(changed) };
  }
}

/** The change without names, for walls. */
export function shownChangeOf(change: ShownChange): Change {
  const kind = change.what;
  switch (kind) {
    case 'members': {
      const { after } = change;
      return {
        kind,
        words: () =>
          t`now ${{ counted: formatCount(after) }} ${plural(after, { one: 'replica', other: 'replicas' })}`,
      };
    }
    case 'network': {
      const { after } = change;
      return { kind, words: () => linesWords(after, false), short: () => linesWords(after, true) };
    }
    default:
      return { kind, words: () => settingWords(change) };
  }
}

/** A step's part was refused or withheld. */
export function noiseIn({ faulty }: StepRecord, nameOf: NameOf): Change | undefined {
  if (faulty.length === 0) return undefined;
  return { kind: 'noise', words: () => t`noise from ${{ who: formatNames(faulty.map(nameOf)) }} kept out` };
}

type Setting = Exclude<Changed | ShownChange, { what: 'members' | 'network' }>;

function settingWords({ what, after }: Setting): string {
  switch (what) {
    case 'buckets':
      return bucketWords[after]();
    case 'sizes':
      return t`buckets of ${{ first: formatBytes(after.firstBytes) }}, then ${{ others: formatBytes(after.capBytes) }}`;
    case 'gathered':
      return after > 0
        ? t`gradients up to ${{ bytes: formatBytes(after) }} go whole`
        : t`no gradient goes whole`;
    case 'bounded':
      return t`${select({ areBounded: String(after) }, { true: 'parts are bounded: sums are not exact', other: 'parts of any length: sums are exact' })}`;
    case 'topology':
      return t`sums travel: ${{ words: topologyWords().find(([one]) => one === after)![1] }}`;
    case 'chosen':
      return after ? chosenWords(after) : '';
    case 'codec':
    case 'share':
      return t`sent as ${{ codecText: encodedWords(encodedBy(after)) }}`;
    case 'overlap':
      return t`overlap ${select({ overlap: String(after) }, { true: 'on', other: 'off' })}`;
    case 'sync':
      return after === null ? t`sums at every step` : innerStepsWords(after);
    case 'inner':
      return innerStepsWords(after);
    case 'outer':
      return after.kind === 'nesterov'
        ? t`outer rate ${{ rate: formatValue(after.learningRate) }}, momentum ${{ momentum: formatValue(after.momentum) }}`
        : '';
    case 'fragments':
      return t`${{ counted: formatCount(after) }} ${plural({ fragments: after }, { one: 'fragment', other: 'fragments' })}`;
    case 'pattern':
      return after === 'strided' ? t`layers spread over the fragments` : t`neighbouring layers in a fragment`;
    case 'delay':
      return t`delay of ${{ counted: formatCount(after) }} inner ${plural({ steps: after }, { one: 'step', other: 'steps' })}`;
    case 'mixing':
      return t`${{ percent: formatPercent(after) }} of its own kept`;
    case 'rate':
      return t`learning rate ${{ learningRate: formatValue(after) }}`;
    case 'batch':
      return after === null ? t`batch grows with the ring` : fixedBatchWords(after);
    case 'batch-size':
      return fixedBatchWords(after);
    case 'parts':
      return after === 'equal' ? t`equal parts` : t`parts by speed`;
    default:
      return what satisfies never;
  }
}

function innerStepsWords(innerSteps: number): string {
  return t`sums after ${{ counted: formatCount(innerSteps) }} inner ${plural(innerSteps, { one: 'step', other: 'steps' })}`;
}

function fixedBatchWords(globalBatch: number): string {
  return t`batch fixed at ${{ globalBatch: formatCount(globalBatch) }}`;
}

const bucketWords = {
  'per-tensor': () => t`one sum per tensor`,
  bucketed: () => t`sums in buckets`,
  measured: () => t`buckets by measurement`,
  single: () => t`one sum for all`,
} as const;

function memberWords(before: readonly string[], after: readonly string[], nameOf: NameOf): string {
  const came = after.filter((id) => !before.includes(id));
  const went = before.filter((id) => !after.includes(id));
  return [
    ...(came.length > 0 ? [t`${{ came: formatNames(came.map(nameOf)) }} joined`] : []),
    ...(went.length > 0 ? [t`${{ went: formatNames(went.map(nameOf)) }} gone`] : []),
  ].join(', ');
}
