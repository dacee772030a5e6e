// How the batch grows with the ring, and how the parts follow the replicas' speeds.
import { useState } from 'react';
import type { Snapshot } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { Segments } from '../../ui/field';
import { Control } from './control';
import { NumberForm } from './number-form';

const maxGlobalBatch = 1 << 18;

type Batch = NonNullable<Snapshot['batch']>;

/** How the batch grows with the ring, and how the parts follow the replicas' speeds. Reset when the ring's own
 *  settings change. */
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
  const [asked, setAsked] = useState(batch);
  const change = (part: Partial<Batch>): void => {
    setAsked({ ...asked, ...part });
    onApply({ ...asked, ...part });
  };
  return (
    <>
      <Control does="It grows with every replica, or all share one of a fixed size." changes="batch">
        <Segments<Batch['batchMode']>
          label="Batch"
          isLabelShown
          value={asked.batchMode}
          options={[
            ['grow', 'Grows'],
            ['fixed', 'Fixed'],
          ]}
          onChange={(batchMode) => change({ batchMode })}
        />
      </Control>
      {asked.batchMode === 'fixed' ? (
        <Control does="Examples of a step, whoever is here.">
          <NumberForm
            label="Batch of the ring"
            shown={String(asked.globalBatch)}
            inputMode="numeric"
            problemOf={batchProblem}
            onApply={(globalBatch) => change({ globalBatch })}
          />
        </Control>
      ) : null}
      {isOwn ? null : (
        <Control does="Equal, or more for those that compute faster.">
          <Segments<Batch['shards']>
            label="Parts"
            isLabelShown
            value={asked.shards}
            options={[
              ['equal', 'Equal'],
              ['measured', 'By speed'],
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
    : `A whole number from 1 to ${formatCount(maxGlobalBatch)}.`;
}
