// What changed between two snapshots of one run, in words for the marks on the charts. Pure.
import { plural, select, t } from '@lingui/core/macro';
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { formatBytes, formatCount, formatNames, formatPercent, formatValue } from './format';
import { networkChange } from './network-change';
import { encodedWords, topologyWords } from './sum-words';
import { encodedBy, isOfCodec } from '../../../src/train/metrics/of-codec';
import { isOfSync } from '../../../src/train/metrics/of-sync';
import {
  innerStepsOf,
  isLocal,
  isStreaming,
  type LocalSync,
  type StreamingSync,
} from '../../../src/train/run/sync';

export type ChangeKind =
  | 'buckets'
  | 'sizes'
  | 'gathered'
  | 'topology'
  | 'codec'
  | 'share'
  | 'overlap'
  | 'bounded'
  | 'sync'
  | 'inner'
  | 'fragments'
  | 'pattern'
  | 'delay'
  | 'mixing'
  | 'outer'
  | 'rate'
  | 'batch'
  | 'batch-size'
  | 'parts'
  | 'network'
  | 'members'
  | 'noise';

export interface Change {
  readonly kind: ChangeKind;
  /** 'overlap off', in the language and with the names of now. */
  readonly words: () => string;
  /** Where the words are long. */
  readonly short?: () => string;
  /** Whether a step was made with it, where the step's record says so. Else it begins after the host's command. */
  readonly isIn?: (record: StepRecord) => boolean;
}

/** What these do shows in the loss, not in the time of a step. */
const ofLoss: ReadonlySet<ChangeKind> = new Set(['rate', 'noise', 'outer', 'mixing']);

export function isOfLoss(kind: ChangeKind): boolean {
  return ofLoss.has(kind);
}

/** They are in the plan of a step, which is made one step before. */
const planned: ReadonlySet<ChangeKind> = new Set([
  'buckets',
  'sizes',
  'gathered',
  'bounded',
  'rate',
  'outer',
  'batch',
  'batch-size',
  'parts',
]);

/** Steps with another last command that are still made without the change. */
export function lagOf(kind: ChangeKind): number {
  return planned.has(kind) ? 1 : 0;
}

/** The name of a member, of now. */
export type NameOf = (id: string) => string;

/** The settings of a run that a host changes while it trains. */
type Settings = Pick<Snapshot, 'buckets' | 'sync' | 'batch' | 'learningRate'>;

export function settingChanges(before: Settings, after: Settings): readonly Change[] {
  return [
    ...bucketChanges(before.buckets, after.buckets),
    ...syncChanges(before, after),
    ...batchChanges(before, after),
    ...(before.learningRate === after.learningRate
      ? []
      : [
          {
            kind: 'rate' as const,
            words: () => t`learning rate ${{ learningRate: formatValue(after.learningRate) }}`,
          },
        ]),
  ];
}

/** The change of the size without names, for walls. */
export function sizeChange(before: number, after: number): readonly Change[] {
  if (before === after || before === 0 || after === 0) return [];
  return [
    {
      kind: 'members',
      words: () =>
        t`now ${{ counted: formatCount(after) }} ${plural(after, { one: 'replica', other: 'replicas' })}`,
    },
  ];
}

/** Empty for the first snapshot of a run, and before its first step. */
export function changesBetween(before: Snapshot, after: Snapshot, nameOf: NameOf): readonly Change[] {
  if (before.config !== after.config || before.step === 0 || after.step < before.step) return [];
  return [
    ...settingChanges(before, after),
    ...networkChange(before.network, after.network, nameOf),
    ...memberChanges(before, after, nameOf),
  ];
}

function bucketChanges(before: Snapshot['buckets'], after: Snapshot['buckets']): Change[] {
  if (!before || !after || before === after) return [];
  const { topology, codec, overlap } = after;
  const changes: Change[] = [];
  if (before.mode !== after.mode) changes.push({ kind: 'buckets', words: () => bucketWords[after.mode] });
  if (
    after.mode === 'bucketed' &&
    (before.firstBytes !== after.firstBytes || before.capBytes !== after.capBytes)
  )
    changes.push({
      kind: 'sizes',
      words: () =>
        t`buckets of ${{ first: formatBytes(after.firstBytes) }}, then ${{ others: formatBytes(after.capBytes) }}`,
    });
  const gatherBytes = after.gatherBytes ?? 0;
  if ((before.gatherBytes ?? 0) !== gatherBytes)
    changes.push({
      kind: 'gathered',
      words: () =>
        gatherBytes > 0
          ? t`gradients up to ${{ bytes: formatBytes(gatherBytes) }} go whole`
          : t`no gradient goes whole`,
    });
  const areBounded = after.boundedParts ?? false;
  if ((before.boundedParts ?? false) !== areBounded)
    changes.push({
      kind: 'bounded',
      words: () =>
        t`${select({ areBounded: String(areBounded) }, { true: 'parts are bounded: sums are not exact', other: 'parts of any length: sums are exact' })}`,
    });
  if (before.topology !== topology) {
    const words = (): string =>
      t`sums travel: ${{ words: topologyWords().find(([one]) => one === topology)![1] }}`;
    // Gathered parts are added in the new order, which their records do not show.
    const isIn = (record: StepRecord): boolean =>
      [topology, 'gathered', 'gathered-around'].includes(record.topology);
    changes.push({ kind: 'topology', words, isIn });
  }
  if (!isOfCodec(encodedBy(before.codec), codec))
    changes.push({
      kind: before.codec.kind === codec.kind ? 'share' : 'codec',
      words: () => t`sent as ${{ codecText: encodedWords(encodedBy(codec)) }}`,
      isIn: (record) => isOfCodec(record, codec),
    });
  if (before.overlap !== overlap)
    changes.push({
      kind: 'overlap',
      words: () => t`overlap ${select({ overlap: String(overlap) }, { true: 'on', other: 'off' })}`,
      isIn: ({ isOverlapped, local }) => local !== undefined || isOverlapped === overlap,
    });
  return changes;
}

const bucketWords = {
  get 'per-tensor'() {
    return t`one sum per tensor`;
  },
  get bucketed() {
    return t`sums in buckets`;
  },
  get measured() {
    return t`buckets by measurement`;
  },
  get single() {
    return t`one sum for all`;
  },
} as const;

function syncChanges(before: Pick<Settings, 'sync'>, after: Pick<Settings, 'sync'>): Change[] {
  const [was, sync] = [before.sync, after.sync];
  if (!was || !sync || was === sync || (was.kind === sync.kind && !isLocal(sync))) return [];
  const innerSteps = isLocal(sync) ? innerStepsOf(sync) : undefined;
  const isIn = (record: StepRecord): boolean => isOfSync(record, sync);
  const words = (): string =>
    innerSteps === undefined
      ? t`sums at every step`
      : t`sums after ${{ innerSteps: formatCount(innerSteps) }} inner steps`;
  // Another mode has settings of its own.
  if (was.kind !== sync.kind || !isLocal(was) || !isLocal(sync) || was.outer.kind !== sync.outer.kind)
    return [{ kind: 'sync', words, isIn }];
  return [
    ...(was.innerSteps === sync.innerSteps ? [] : [{ kind: 'inner', words, isIn } as const]),
    ...outerChanges(was.outer, sync.outer),
    ...(isStreaming(was) && isStreaming(sync) ? streamingChanges(was, sync) : []),
  ];
}

type Outer = LocalSync['outer'];

function outerChanges(was: Outer, outer: Outer): Change[] {
  if (was.kind !== 'nesterov' || outer.kind !== 'nesterov') return [];
  const { learningRate, momentum } = outer;
  if (was.learningRate === learningRate && was.momentum === momentum) return [];
  return [
    {
      kind: 'outer',
      words: () =>
        t`outer rate ${{ rate: formatValue(learningRate) }}, momentum ${{ momentum: formatValue(momentum) }}`,
    },
  ];
}

function streamingChanges(was: StreamingSync, sync: StreamingSync): Change[] {
  const { fragments, pattern, delay, mixing } = sync;
  const changes: Change[] = [];
  if (was.fragments !== fragments)
    changes.push({
      kind: 'fragments',
      words: () =>
        t`${{ counted: formatCount(fragments) }} ${plural(fragments, { one: 'fragment', other: 'fragments' })}`,
      isIn: ({ local }) => (local?.fragment?.of ?? 1) === fragments,
    });
  if (was.pattern !== pattern)
    changes.push({
      kind: 'pattern',
      words: () =>
        pattern === 'strided' ? t`layers spread over the fragments` : t`neighbouring layers in a fragment`,
    });
  if (was.delay !== delay)
    changes.push({
      kind: 'delay',
      words: () =>
        t`delay of ${{ counted: formatCount(delay) }} inner ${plural({ steps: delay }, { one: 'step', other: 'steps' })}`,
    });
  if (was.mixing !== mixing)
    changes.push({ kind: 'mixing', words: () => t`${{ percent: formatPercent(mixing) }} of its own kept` });
  return changes;
}

function batchChanges(before: Pick<Settings, 'batch'>, after: Pick<Settings, 'batch'>): Change[] {
  const [was, is] = [before.batch, after.batch];
  if (!was || !is || was === is) return [];
  const changes: Change[] = [];
  const isFixed = is.batchMode === 'fixed';
  const isOtherMode = was.batchMode !== is.batchMode;
  if (isOtherMode || (isFixed && was.globalBatch !== is.globalBatch))
    changes.push({
      kind: isOtherMode ? 'batch' : 'batch-size',
      words: () =>
        isFixed
          ? t`batch fixed at ${{ globalBatch: formatCount(is.globalBatch) }}`
          : t`batch grows with the ring`,
    });
  if (was.shards !== is.shards)
    changes.push({
      kind: 'parts',
      words: () => (is.shards === 'equal' ? t`equal parts` : t`parts by speed`),
    });
  return changes;
}

function memberChanges(before: Snapshot, after: Snapshot, nameOf: NameOf): Change[] {
  const { generation, worldSize } = after;
  if (before.generation === generation || before.worldSize === 0 || worldSize === 0) return [];
  const membersOf = ({ peers }: Snapshot) => peers.filter(({ rank }) => rank !== undefined);
  const missingIn = (one: Snapshot, other: Snapshot): string[] =>
    membersOf(one)
      .filter(({ id }) => !membersOf(other).some((member) => member.id === id))
      .map(({ id }) => id);
  const [came, went] = [missingIn(after, before), missingIn(before, after)];
  if (came.length + went.length === 0) return [];
  const words = (): string =>
    [
      ...(came.length > 0 ? [t`${{ came: formatNames(came.map(nameOf)) }} joined`] : []),
      ...(went.length > 0 ? [t`${{ went: formatNames(went.map(nameOf)) }} gone`] : []),
    ].join(', ');
  return [{ kind: 'members', words, isIn: (record) => record.generation >= generation }];
}

/** A step's part was refused or withheld. */
export function noiseIn({ faulty }: StepRecord, nameOf: NameOf): Change | undefined {
  if (faulty.length === 0) return undefined;
  return { kind: 'noise', words: () => t`noise from ${{ who: formatNames(faulty.map(nameOf)) }} kept out` };
}
