// The console's group on how gradients become sums.
import { isGathered, compressionNamed } from '../../../src/codecs/setting';
import { codecProblem, isLocal, syncNameOf, type Sync } from '../../../src/train/run/sync';
import type { BucketMode, RunConfig } from '../../../src/replica/protocol';
import type { HostControls } from '../../bridge/session/host-controls';
import { formatBytes } from '../../bridge/words/format';
import { codecWords, topologyWords } from '../../bridge/words/sum-words';
import {
  innerStepsDo,
  innerStepWords,
  syncCommands,
  syncWords,
  withInnerSteps,
} from '../../bridge/words/sync-words';
import { Segments, SelectField } from '../../ui/field';
import { Panel } from '../../ui/panel';
import { Toggle } from '../../ui/toggle';
import { Control } from './control';
import { StreamingControls } from './streaming-controls';

type Buckets = RunConfig['buckets'];

export function WireGroup({ controls }: { controls: HostControls }) {
  const { live, buckets, changeBuckets } = controls;
  if (!buckets) return null;
  return (
    <Panel title="Wire">
      <Control does="How gradients are cut: every sum costs a trip around the ring." changes="buckets">
        <Segments<BucketMode>
          label="Collectives"
          isLabelShown
          value={buckets.mode}
          options={[
            ['per-tensor', 'Per tensor'],
            ['bucketed', 'Buckets'],
            ['measured', 'Measured'],
            ['single', 'One'],
          ]}
          onChange={(mode) => changeBuckets({ mode })}
        />
      </Control>
      <Control does="A part of the gradient leaves while the rest is still computed." changes="overlap">
        <Toggle
          label="Overlap with backward"
          isOn={buckets.overlap}
          onChange={(overlap) => changeBuckets({ overlap })}
        />
      </Control>
      <Control does="Who passes a sum to whom." changes="topology">
        <SelectField
          label="Sums travel"
          value={buckets.topology}
          options={topologyWords}
          hint={gatheredHint(buckets)}
          onChange={(topology) => changeBuckets({ topology })}
        />
      </Control>
      <Control does="Fewer bits are fewer bytes. What they drop is added to the next sum." changes="codec">
        <SelectField
          label="Sums are sent as"
          value={buckets.codec.kind}
          options={codecWords.filter(([kind]) => !live.sync || !codecProblem(live.sync, kind))}
          hint={
            buckets.codec.kind === 'power-sgd'
              ? 'Factors need the whole gradient: nothing overlaps.'
              : undefined
          }
          onChange={(kind) => changeBuckets({ codec: compressionNamed(kind) })}
        />
      </Control>
      {live.sync ? <SyncControls controls={controls} sync={live.sync} buckets={buckets} /> : null}
    </Panel>
  );
}

function SyncControls({
  controls: { send, changeBuckets },
  sync,
  buckets,
}: {
  controls: HostControls;
  sync: Sync;
  buckets: Buckets;
}) {
  return (
    <>
      <Control does="At every step, or after several steps of each member by itself." changes="sync">
        <SelectField
          label="Members synchronise"
          value={syncNameOf(sync, buckets.codec.kind)}
          options={syncWords}
          onChange={(name) => {
            for (const command of syncCommands(name, sync, buckets)) {
              if (command.kind === 'set-buckets') changeBuckets(command.buckets);
              else send(command);
            }
          }}
        />
      </Control>
      {isLocal(sync) ? (
        <Control does={innerStepsDo(sync)}>
          <SelectField
            label="Inner steps"
            value={String(sync.innerSteps)}
            options={innerStepWords(sync.innerSteps)}
            onChange={(count) => send({ kind: 'set-sync', sync: withInnerSteps(sync, Number(count)) })}
          />
        </Control>
      ) : null}
      {sync.kind === 'streaming' ? (
        <StreamingControls sync={sync} onChange={(next) => send({ kind: 'set-sync', sync: next })} />
      ) : null}
    </>
  );
}

function gatheredHint({ codec, gatherBytes = 0 }: Buckets): string | undefined {
  if (isGathered(codec)) return 'As they are sent now, each part goes to all.';
  return codec.kind === 'f32' && gatherBytes > 0
    ? `Gradients of at most ${formatBytes(gatherBytes)} go from each to all, and are added in this order.`
    : undefined;
}
