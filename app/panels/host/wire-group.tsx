// The console's group on how gradients become sums.
import { compressionNamed, isFactored, isGathered } from '../../../src/codecs/setting';
import { codecProblem, isLocal, isStreaming, syncNameOf, type Sync } from '../../../src/train/run/sync';
import type { BucketMode, RunConfig } from '../../../src/replica/protocol';
import type { HostControls } from '../../bridge/session/host-controls';
import { formatBytes } from '../../bridge/words/format';
import { codecWords, settingText, topologyWords } from '../../bridge/words/sum-words';
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
import { WireAdvanced } from './wire-advanced';
import { hostText } from '../../text/host';

type Buckets = RunConfig['buckets'];

export function WireGroup({ controls }: { controls: HostControls }) {
  const { live, buckets, changeBuckets } = controls;
  if (!buckets) return null;
  return (
    <Panel title={hostText.wire}>
      <Control does={hostText.howGradientsCut} changes="buckets">
        <Segments<BucketMode>
          label={hostText.collectives}
          isLabelShown
          value={buckets.mode}
          options={[
            ['per-tensor', hostText.perTensor],
            ['bucketed', hostText.buckets],
            ['measured', hostText.measured],
            ['single', hostText.one2],
          ]}
          onChange={(mode) => changeBuckets({ mode })}
        />
      </Control>
      <Control does={hostText.partGradientLeaves} changes="overlap">
        <Toggle
          label={hostText.overlapBackward}
          isOn={buckets.overlap}
          onChange={(overlap) => changeBuckets({ overlap })}
        />
      </Control>
      <Control does={hostText.whoPassesSum} changes="topology">
        <SelectField
          label={hostText.sumsTravel}
          value={buckets.topology}
          options={topologyWords()}
          hint={gatheredHint(buckets)}
          onChange={(topology) => changeBuckets({ topology })}
        />
      </Control>
      <Control does={hostText.fewerBitsFewer} changes="codec">
        <SelectField
          label={hostText.sumsSent}
          value={buckets.codec.kind}
          options={codecWords()
            .filter(([kind]) => !live.sync || !codecProblem(live.sync, kind))
            .map(
              ([kind, words]) =>
                [kind, kind === buckets.codec.kind ? settingText(buckets.codec) : words] as const,
            )}
          hint={isFactored(buckets.codec) ? hostText.factorsNeedWhole : undefined}
          onChange={(kind) => changeBuckets({ codec: compressionNamed(kind) })}
        />
      </Control>
      <Control does={hostText.noPartCounts} changes="bounded">
        <Toggle
          label={hostText.boundedParts}
          isOn={buckets.boundedParts ?? false}
          onChange={(boundedParts) => changeBuckets({ boundedParts })}
        />
      </Control>
      {live.sync ? <SyncControls controls={controls} sync={live.sync} buckets={buckets} /> : null}
      <WireAdvanced controls={controls} buckets={buckets} />
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
      <Control does={hostText.everyStepAfter} changes="sync">
        <SelectField
          label={hostText.membersSynchronise}
          value={syncNameOf(sync, buckets.codec.kind)}
          options={syncWords()}
          onChange={(name) => {
            for (const command of syncCommands(name, sync, buckets)) {
              if (command.kind === 'set-buckets') changeBuckets(command.buckets);
              else send(command);
            }
          }}
        />
      </Control>
      {isLocal(sync) ? (
        <Control does={innerStepsDo(sync)} changes="inner">
          <SelectField
            label={hostText.innerSteps}
            value={String(sync.innerSteps)}
            options={innerStepWords(sync.innerSteps)}
            onChange={(count) => send({ kind: 'set-sync', sync: withInnerSteps(sync, Number(count)) })}
          />
        </Control>
      ) : null}
      {isStreaming(sync) ? (
        <StreamingControls sync={sync} onChange={(next) => send({ kind: 'set-sync', sync: next })} />
      ) : null}
    </>
  );
}

function gatheredHint({ codec, gatherBytes = 0, boundedParts }: Buckets): string | undefined {
  if (isGathered(codec) || boundedParts) return hostText.theySentNow;
  return codec.kind === 'f32' && gatherBytes > 0
    ? hostText.gradientsMostGo(formatBytes(gatherBytes))
    : undefined;
}
