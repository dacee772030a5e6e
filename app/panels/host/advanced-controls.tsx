// Everything that a host can change while the ring trains, beside the first controls. Drawn while the drawer is open.
import { isGathered, compressionNamed } from '../../../src/codecs/setting';
import { codecProblem, isLocal, syncNameOf, type Sync } from '../../../src/train/run/sync';
import type { BucketMode, HostCommand, RunConfig, Snapshot } from '../../../src/replica/protocol';
import { formatBytes, formatValue } from '../../bridge/words/format';
import { codecWords, topologyWords } from '../../bridge/words/sum-words';
import {
  innerStepsDo,
  innerStepWords,
  syncCommands,
  syncWords,
  withInnerSteps,
} from '../../bridge/words/sync-words';
import { Button } from '../../ui/button';
import { Segments, SelectField } from '../../ui/field';
import { Toggle } from '../../ui/toggle';
import { BatchControls } from './batch-controls';
import { Control } from './control';
import { NetworkPanel } from './network-panel';
import { NumberForm } from './number-form';
import { StreamingControls } from './streaming-controls';

export interface AdvancedProps {
  live: Snapshot;
  /** The latest request of this host. */
  buckets: RunConfig['buckets'] | undefined;
  onBuckets: (change: Partial<RunConfig['buckets']>) => void;
  onSend: (command: HostCommand) => void;
  onNewRun: () => void;
}

export function AdvancedControls({ live, buckets, onBuckets, onSend, onNewRun }: AdvancedProps) {
  const phase = live.phase.kind;
  const isBegun = phase !== 'lobby' && phase !== 'finished' && phase !== 'diverged';
  return (
    <>
      <Control does="Other data, another model, other settings. All members start over together.">
        <Button disabled={!live.config} onClick={onNewRun}>
          New run …
        </Button>
      </Control>
      <Control does="Ends this run for all. Its last state is kept.">
        <Button disabled={!isBegun} onClick={() => onSend({ kind: 'stop' })}>
          Stop
        </Button>
      </Control>
      <Control does="How far an update moves the weights." changes="rate">
        <NumberForm
          label={live.sync && isLocal(live.sync) ? 'Inner learning rate' : 'Learning rate'}
          shown={formatValue(live.learningRate)}
          inputMode="decimal"
          problemOf={rateProblem}
          onApply={(learningRate) => onSend({ kind: 'set-learning-rate', learningRate })}
        />
      </Control>
      {buckets ? <WireControls {...{ live, buckets, onBuckets, onSend }} /> : null}
      <Control does="All members delay what they send, as a slow line would." changes="network">
        <NetworkPanel live={live} onSend={onSend} />
      </Control>
      {live.batch ? (
        <BatchControls
          key={JSON.stringify(live.batch)}
          batch={live.batch}
          onApply={(batch) => onSend({ kind: 'set-batch', batch })}
        />
      ) : null}
    </>
  );
}

/** How gradients become sums. */
function WireControls({
  live,
  buckets,
  onBuckets,
  onSend,
}: Pick<AdvancedProps, 'live' | 'onBuckets' | 'onSend'> & { buckets: RunConfig['buckets'] }) {
  return (
    <>
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
          onChange={(mode) => onBuckets({ mode })}
        />
      </Control>
      <Control does="A part of the gradient leaves while the rest is still computed." changes="overlap">
        <Toggle
          label="Overlap with backward"
          isOn={buckets.overlap}
          onChange={(overlap) => onBuckets({ overlap })}
        />
      </Control>
      <Control does="Who passes a sum to whom." changes="topology">
        <SelectField
          label="Sums travel"
          value={buckets.topology}
          options={topologyWords}
          hint={gatheredHint(buckets)}
          onChange={(topology) => onBuckets({ topology })}
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
          onChange={(kind) => onBuckets({ codec: compressionNamed(kind) })}
        />
      </Control>
      {live.sync ? <SyncControls {...{ live, buckets, onBuckets, onSend }} sync={live.sync} /> : null}
    </>
  );
}

function SyncControls({
  sync,
  buckets,
  onBuckets,
  onSend,
}: Pick<AdvancedProps, 'onBuckets' | 'onSend'> & { sync: Sync; buckets: RunConfig['buckets'] }) {
  return (
    <>
      <Control does="At every step, or after several steps of each member by itself." changes="sync">
        <SelectField
          label="Members synchronise"
          value={syncNameOf(sync, buckets.codec.kind)}
          options={syncWords}
          onChange={(name) => {
            for (const command of syncCommands(name, sync, buckets)) {
              if (command.kind === 'set-buckets') onBuckets(command.buckets);
              else onSend(command);
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
            onChange={(count) => onSend({ kind: 'set-sync', sync: withInnerSteps(sync, Number(count)) })}
          />
        </Control>
      ) : null}
      {sync.kind === 'streaming' ? (
        <StreamingControls sync={sync} onChange={(next) => onSend({ kind: 'set-sync', sync: next })} />
      ) : null}
    </>
  );
}

function rateProblem(rate: number): string | undefined {
  return rate > 0 && rate <= 100 ? undefined : 'Above 0, at most 100.';
}

function gatheredHint({ codec, gatherBytes = 0 }: RunConfig['buckets']): string | undefined {
  if (isGathered(codec)) return 'As they are sent now, each part goes to all.';
  return codec.kind === 'f32' && gatherBytes > 0
    ? `Gradients of at most ${formatBytes(gatherBytes)} go from each to all, and are added in this order.`
    : undefined;
}
