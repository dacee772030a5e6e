// What changed between two snapshots of one run, in words for the marks on the charts. Pure.
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { networkWords } from '../../../src/replica/network-words';
import { formatCount, formatNames, formatValue } from './format';
import { encodedText, topologyWords } from './sum-words';
import { encodedBy, isOfCodec } from '../../../src/train/metrics/of-codec';
import { isOfSync } from '../../../src/train/metrics/of-sync';
import { innerStepsOf, isLocal } from '../../../src/train/run/sync';
import { networkText } from '../../text/network';
import { dataText } from '../../text/data';

export type ChangeKind =
  | 'buckets' | 'topology' | 'codec' | 'overlap' | 'sync' | 'rate' | 'batch' | 'network' | 'members' | 'noise'; // prettier-ignore

export interface Change {
  readonly kind: ChangeKind;
  /** 'overlap off', in the language of now. */
  readonly words: () => string;
  /** Whether a step was made with it, where the step's record says so. */
  readonly isIn?: (record: StepRecord) => boolean;
}

/** Empty for the first snapshot of a run, and before its first step. */
export function changesBetween(before: Snapshot, after: Snapshot): readonly Change[] {
  if (before.config !== after.config || before.step === 0 || after.step < before.step) return [];
  return [
    ...bucketChanges(before.buckets, after.buckets),
    ...syncChanges(before, after),
    ...batchChanges(before, after),
    ...(before.learningRate === after.learningRate
      ? []
      : [{ kind: 'rate' as const, words: () => dataText.learningRate(formatValue(after.learningRate)) }]),
    ...(before.network === after.network
      ? []
      : [
          {
            kind: 'network' as const,
            words: () => dataText.network(networkWords(after, networkText) ?? dataText.asItIs),
          },
        ]),
    ...memberChanges(before, after),
  ];
}

function bucketChanges(before: Snapshot['buckets'], after: Snapshot['buckets']): Change[] {
  if (!before || !after || before === after) return [];
  const { topology, codec, overlap } = after;
  const changes: Change[] = [];
  if (before.mode !== after.mode) changes.push({ kind: 'buckets', words: () => bucketWords[after.mode] });
  if (before.topology !== topology) {
    const words = (): string => dataText.sumsTravel(topologyWords().find(([one]) => one === topology)![1]);
    // Gathered parts are added in the new order, which their records do not show.
    const isIn = (record: StepRecord): boolean => [topology, 'gathered'].includes(record.topology);
    changes.push({ kind: 'topology', words, isIn });
  }
  if (!isOfCodec(encodedBy(before.codec), codec))
    changes.push({ kind: 'codec', words: () => dataText.sent(encodedText(encodedBy(codec))), isIn: (record) => isOfCodec(record, codec) }); // prettier-ignore
  if (before.overlap !== overlap)
    changes.push({ kind: 'overlap', words: () => dataText.overlap(overlap), isIn: ({ isOverlapped, local }) => local !== undefined || isOverlapped === overlap }); // prettier-ignore
  return changes;
}

const bucketWords = {
  get 'per-tensor'() {
    return dataText.oneSumPer;
  },
  get bucketed() {
    return dataText.sumsBuckets;
  },
  get measured() {
    return dataText.bucketsMeasurement;
  },
  get single() {
    return dataText.oneSumAll;
  },
} as const;

function syncChanges(before: Snapshot, after: Snapshot): Change[] {
  const { sync } = after;
  if (!before.sync || !sync || before.sync === sync) return [];
  const innerSteps = isLocal(sync) ? innerStepsOf(sync) : undefined;
  const words = (): string =>
    innerSteps === undefined ? dataText.sumsEveryStep : dataText.sumsAfterInner(formatCount(innerSteps));
  return [{ kind: 'sync', words, isIn: (record) => isOfSync(record, sync) }];
}

function batchChanges(before: Snapshot, after: Snapshot): Change[] {
  const [was, is] = [before.batch, after.batch];
  if (!was || !is || was === is) return [];
  const changes: Change[] = [];
  const isFixed = is.batchMode === 'fixed';
  if (was.batchMode !== is.batchMode || (isFixed && was.globalBatch !== is.globalBatch))
    changes.push({ kind: 'batch', words: () => isFixed ? dataText.batchFixed(formatCount(is.globalBatch)) : dataText.batchGrowsRing }); // prettier-ignore
  if (was.shards !== is.shards)
    changes.push({
      kind: 'batch',
      words: () => (is.shards === 'equal' ? dataText.equalParts : dataText.partsSpeed),
    });
  return changes;
}

function memberChanges(before: Snapshot, after: Snapshot): Change[] {
  if (before.generation === after.generation || before.worldSize === 0 || after.worldSize === 0) return [];
  const membersOf = ({ peers }: Snapshot) => peers.filter(({ rank }) => rank !== undefined);
  const missingIn = (one: Snapshot, other: Snapshot): string[] =>
    membersOf(one)
      .filter(({ id }) => !membersOf(other).some((member) => member.id === id))
      .map(({ name }) => name);
  const [came, went] = [missingIn(after, before), missingIn(before, after)];
  if (came.length + went.length === 0) return [];
  const words = (): string =>
    [
      ...(came.length > 0 ? [dataText.joined(formatNames(came))] : []),
      ...(went.length > 0 ? [dataText.left(formatNames(went))] : []),
    ].join(', ');
  const { worldSize } = after;
  return [{ kind: 'members', words, isIn: (record) => record.worldSize === worldSize }];
}

/** A step's part was refused or withheld. */
export function noiseIn(record: StepRecord, names: Pick<Snapshot, 'peers'> | undefined): Change | undefined {
  if (record.faulty.length === 0) return undefined;
  const who = record.faulty.map((id) => names?.peers.find((peer) => peer.id === id)?.name ?? id.slice(0, 6));
  return { kind: 'noise', words: () => dataText.noiseFromKept(formatNames(who)) };
}
