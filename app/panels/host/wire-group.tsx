// The console's group on how gradients become sums.
import { useState } from 'react';
import { t } from '@lingui/core/macro';
import { compressionNamed, isFactored } from '../../../src/codecs/setting';
import { codecProblem, isLocal, isStreaming, syncNameOf, type Sync } from '../../../src/train/run/sync';
import type { BucketMode, RunConfig } from '../../../src/replica/protocol';
import type { HostControls } from '../../bridge/session/host-controls';
import { useShownPart } from '../../bridge/session/session-context';
import { capital } from '../../bridge/words/format';
import { codecWords, measuredWay, settingText, topologyWords } from '../../bridge/words/sum-words';
import {
  innerStepsDo,
  innerStepWords,
  syncCommands,
  syncWords,
  withInnerSteps,
} from '../../bridge/words/sync-words';
import { SelectField } from '../../ui/field';
import { Panel } from '../../ui/panel';
import { Toggle } from '../../ui/toggle';
import { Control } from './control';
import { StreamingControls } from './streaming-controls';
import { codecHint, syncHint, waitsForSums } from './line-hints';
import { wayHint } from './way-hint';
import { WireAdvanced } from './wire-advanced';

type Buckets = RunConfig['buckets'];

export function WireGroup({ controls }: { controls: HostControls }) {
  const { live, buckets, changeBuckets } = controls;
  const [wasWaiting, setWasWaiting] = useState(false);
  const isWaiting = useShownPart((shown) => waitsForSums(shown, wasWaiting));
  if (isWaiting !== wasWaiting) setWasWaiting(isWaiting);
  if (!buckets) return null;
  return (
    <Panel title={t`Wire`}>
      <Control does={t`How gradients are cut: every sum costs a trip around the ring.`} changes="buckets">
        <SelectField<BucketMode>
          label={t`Collectives`}
          value={buckets.mode}
          options={[
            ['per-tensor', t`Per tensor`],
            ['bucketed', t`Buckets`],
            ['measured', t`Measured`],
            ['single', t`One`],
          ]}
          onChange={(mode) => changeBuckets({ mode })}
        />
      </Control>
      <Control does={t`A part of the gradient leaves while the rest is still computed.`} changes="overlap">
        <Toggle
          label={t`Overlap with backward`}
          isOn={buckets.overlap}
          onChange={(overlap) => changeBuckets({ overlap })}
        />
      </Control>
      <Control does={t`Who passes a sum to whom.`} changes="topology">
        <SelectField
          label={t`Sums travel`}
          value={buckets.auto ? 'auto' : buckets.topology}
          options={[...topologyWords(), ['auto', capital(measuredWay())]]}
          hint={wayHint(buckets, live)}
          onChange={(way) =>
            changeBuckets(
              way === 'auto' ? { auto: { ms: 0, ringMs: 0 } } : { topology: way, auto: undefined },
            )
          }
        />
      </Control>
      <Control does={t`Fewer bits are fewer bytes. What they drop is added to the next sum.`} changes="codec">
        <SelectField
          label={t`Sums are sent as`}
          value={buckets.codec.kind}
          options={codecWords()
            .filter(([kind]) => !live.sync || !codecProblem(live.sync, kind))
            .map(
              ([kind, words]) =>
                [kind, kind === buckets.codec.kind ? settingText(buckets.codec) : words] as const,
            )}
          hint={
            isFactored(buckets.codec)
              ? t`Factors need the whole gradient: nothing overlaps.`
              : isWaiting
                ? codecHint(buckets)
                : undefined
          }
          onChange={(kind) => changeBuckets({ codec: compressionNamed(kind) })}
        />
      </Control>
      <Control
        does={t`For a room of strangers: no part counts more than 1.5 usual gradients, and longer ones are shortened. Sums are not exact then, and nothing overlaps.`}
        changes="bounded"
      >
        <Toggle
          label={t`Bounded parts`}
          isOn={buckets.boundedParts ?? false}
          onChange={(boundedParts) => changeBuckets({ boundedParts })}
        />
      </Control>
      {live.sync ? (
        <SyncControls
          controls={controls}
          sync={live.sync}
          buckets={buckets}
          hint={isWaiting ? syncHint(live.sync) : undefined}
        />
      ) : null}
      <WireAdvanced controls={controls} buckets={buckets} />
    </Panel>
  );
}

interface Props {
  controls: HostControls;
  sync: Sync;
  buckets: Buckets;
  hint: string | undefined;
}

function SyncControls({ controls: { send, changeBuckets }, sync, buckets, hint }: Props) {
  return (
    <>
      <Control does={t`At every step, or after several steps of each member by itself.`} changes="sync">
        <SelectField
          label={t`Members synchronise`}
          value={syncNameOf(sync, buckets.codec.kind)}
          options={syncWords()}
          hint={hint}
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
            label={t`Inner steps`}
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
