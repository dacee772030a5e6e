// What changes while a run trains: the settings that a host changes, and who is in the ring. The decision that does it
// announces it, with the first step that is made with it. Pure, and so the same at every member.
import type { CompressionSetting } from '../../codecs/setting';
import type { Topology } from '../../collectives/topology';
import type { MemberId, View } from '../../membership/view';
import type { NetworkSettings } from '../../net/emulation/network-settings';
import type { BucketSettings } from './live-settings';
import type { Outer } from './outer/outer-table';
import { canonical } from './run-config';
import type { RunState } from './run-state';
import { innerStepsOf, isLocal, isStreaming, type StreamingSync, type Sync } from './sync';

/** What can change, and the values before and after. */
interface ChangeValues {
  readonly buckets: BucketSettings['mode'];
  readonly sizes: Pick<BucketSettings, 'firstBytes' | 'capBytes'>;
  /** Gradients of at most so many bytes go whole; 0: none does. */
  readonly gathered: number;
  readonly bounded: boolean;
  /** `before` is null where measurement had chosen it. */
  readonly topology: Topology | null;
  /** The way that measurement chose, with the ms that led to it; null: the host chose. */
  readonly chosen: ({ readonly topology: Topology } & NonNullable<BucketSettings['auto']>) | null;
  readonly codec: CompressionSetting;
  /** Another setting of the same codec. */
  readonly share: CompressionSetting;
  readonly overlap: boolean;
  /** Inner steps of another mode of summing; null: the members add up at every step. */
  readonly sync: number | null;
  readonly inner: number;
  readonly outer: Outer;
  readonly fragments: number;
  readonly pattern: StreamingSync['pattern'];
  readonly delay: number;
  readonly mixing: number;
  readonly rate: number;
  /** Examples of a step; null: the batch grows with the ring. */
  readonly batch: number | null;
  readonly 'batch-size': number;
  readonly parts: RunState['shards'];
  readonly network: NetworkSettings;
  readonly members: readonly MemberId[];
}

type Change = {
  readonly [What in keyof ChangeValues]: {
    readonly what: What;
    readonly before: ChangeValues[What];
    readonly after: ChangeValues[What];
  };
}[keyof ChangeValues];

/** `step`: the first that is made with it. */
export type Changed = Change & { readonly step: number };

/** They are in the plan of a step, which is made one step before. */
const planned: ReadonlySet<keyof ChangeValues> = new Set([
  ...([
    'buckets',
    'sizes',
    'gathered',
    'bounded',
    'topology',
    'chosen',
    'codec',
    'share',
    'overlap',
  ] as const),
  ...(['outer', 'rate', 'batch', 'batch-size', 'parts'] as const),
]);

/** Empty between two runs, and before the first step. */
export function settingsChanged(before: RunState, after: RunState): readonly Changed[] {
  if (before.run !== after.run || before.step === 0) return [];
  const changes = [
    ...bucketChanges(before.buckets, after.buckets),
    ...syncChanges(before.sync, after.sync),
    ...batchChanges(before, after),
    ...change('rate', before.learningRate, after.learningRate),
    ...change('network', before.network, after.network),
  ];
  const isPlanned = after.plan !== null;
  return changes.map((one) => ({
    ...one,
    step: after.step + (isPlanned && planned.has(one.what) ? 2 : 1),
  }));
}

/** `state`: of the first header of the view. */
export function membersChanged(before: View, after: View, state: RunState): readonly Changed[] {
  if (before.lineage !== after.lineage || state.step === 0) return [];
  const sorted = ({ members }: View): readonly MemberId[] => members.toSorted();
  return change('members', sorted(before), sorted(after)).map((one) => ({ ...one, step: state.step + 1 }));
}

/** None where both are the same. */
function change<What extends keyof ChangeValues>(
  what: What,
  before: ChangeValues[What],
  after: ChangeValues[What],
): readonly Change[] {
  return canonical(before) === canonical(after) ? [] : [{ what, before, after } as unknown as Change];
}

function bucketChanges(before: BucketSettings, after: BucketSettings): readonly Change[] {
  const sizes = ({ firstBytes, capBytes }: BucketSettings) => ({ firstBytes, capBytes });
  const isSameCodec = before.codec.kind === after.codec.kind;
  return [
    ...change('buckets', before.mode, after.mode),
    ...(after.mode === 'bucketed' ? change('sizes', sizes(before), sizes(after)) : []),
    ...change('gathered', before.gatherBytes ?? 0, after.gatherBytes ?? 0),
    ...change('bounded', before.boundedParts ?? false, after.boundedParts ?? false),
    ...(after.auto
      ? chosenChange(before, after)
      : change('topology', before.auto ? null : before.topology, after.topology)),
    ...change(isSameCodec ? 'share' : 'codec', before.codec, after.codec),
    ...change('overlap', before.overlap, after.overlap),
  ];
}

/** Times that were measured for the way in use are no change of the sums. */
function chosenChange(before: BucketSettings, after: BucketSettings): readonly Change[] {
  if (before.auto && before.topology === after.topology) return [];
  return change('chosen', chosenIn(before), chosenIn(after));
}

function chosenIn({ topology, auto }: BucketSettings): ChangeValues['chosen'] {
  return auto ? { topology, ...auto } : null;
}

function syncChanges(before: Sync, after: Sync): readonly Change[] {
  if (canonical(before) === canonical(after)) return [];
  const innerSteps = (sync: Sync): number | null => (isLocal(sync) ? innerStepsOf(sync) : null);
  // Another mode has settings of its own.
  if (
    before.kind !== after.kind ||
    !isLocal(before) ||
    !isLocal(after) ||
    before.outer.kind !== after.outer.kind
  )
    return [{ what: 'sync', before: innerSteps(before), after: innerSteps(after) }];
  return [
    ...change('inner', innerStepsOf(before), innerStepsOf(after)),
    ...change('outer', before.outer, after.outer),
    ...(isStreaming(before) && isStreaming(after)
      ? [
          ...change('fragments', before.fragments, after.fragments),
          ...change('pattern', before.pattern, after.pattern),
          ...change('delay', before.delay, after.delay),
          ...change('mixing', before.mixing, after.mixing),
        ]
      : []),
  ];
}

function batchChanges(before: RunState, after: RunState): readonly Change[] {
  const fixed = ({ batchMode, globalBatch }: RunState): number | null =>
    batchMode === 'fixed' ? globalBatch : null;
  const [was, is] = [fixed(before), fixed(after)];
  return [
    ...(was !== null && is !== null ? change('batch-size', was, is) : change('batch', was, is)),
    ...change('parts', before.shards, after.shards),
  ];
}
