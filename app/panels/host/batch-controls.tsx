// How the batch grows with the ring, and how the parts follow the replicas' speeds.
import { useState } from 'react';
import type { Snapshot } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { Segments } from '../../ui/field';
import { Control } from './control';
import { NumberForm } from './number-form';
import { hostText } from '../../text/host';

const maxGlobalBatch = 1 << 18;

type Batch = NonNullable<Snapshot['batch']>;

export function BatchControls({
  batch,
  isOwn,
  onApply,
}: {
  batch: Batch;
  /** Parts follow the examples that each member brings. */
  isOwn: boolean;
  onApply: (batch: Batch) => void;
}) {
  const now = JSON.stringify(batch);
  const [asked, setAsked] = useState(batch);
  const [seen, setSeen] = useState(now);
  // The ring's decision replaces what was asked. The field is not mounted anew: a person may be typing into it.
  if (now !== seen) {
    setSeen(now);
    setAsked(batch);
  }
  const change = (part: Partial<Batch>): void => {
    setAsked({ ...asked, ...part });
    onApply({ ...asked, ...part });
  };
  return (
    <>
      <Control does={hostText.growsEveryReplica} changes="batch">
        <Segments<Batch['batchMode']>
          label={hostText.batch}
          isLabelShown
          value={asked.batchMode}
          options={[
            ['grow', hostText.grows],
            ['fixed', hostText.fixed],
          ]}
          onChange={(batchMode) => change({ batchMode })}
        />
      </Control>
      {asked.batchMode === 'fixed' ? (
        <Control does={hostText.examplesStepWhoever} changes="batch-size">
          <NumberForm
            label={hostText.batchRing}
            shown={String(asked.globalBatch)}
            inputMode="numeric"
            problemOf={batchProblem}
            onApply={(globalBatch) => change({ globalBatch })}
          />
        </Control>
      ) : null}
      {isOwn ? null : (
        <Control does={hostText.equalMoreThose} changes="parts">
          <Segments<Batch['shards']>
            label={hostText.parts}
            isLabelShown
            value={asked.shards}
            options={[
              ['equal', hostText.equal],
              ['measured', hostText.speed],
            ]}
            onChange={(shards) => change({ shards })}
          />
        </Control>
      )}
    </>
  );
}

function batchProblem(examples: number): string | undefined {
  return Number.isInteger(examples) && examples >= 1 && examples <= maxGlobalBatch
    ? undefined
    : hostText.wholeNumberFrom(formatCount(maxGlobalBatch));
}
