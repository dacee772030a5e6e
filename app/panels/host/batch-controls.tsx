// How the batch grows with the ring, and how the parts follow the replicas' speeds.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Snapshot } from '../../../src/replica/protocol';
import { largestBatch } from '../../bridge/words/batch-sharing';
import { formatCount } from '../../bridge/words/format';
import { Segments } from '../../ui/field';
import { Control } from './control';
import { NumberForm } from './number-form';

type Batch = NonNullable<Snapshot['batch']>;

interface Props {
  batch: Batch;
  /** Parts follow the examples that each member brings. */
  isOwn: boolean;
  onApply: (batch: Batch) => void;
}

export function BatchControls({ batch, isOwn, onApply }: Props) {
  const now = JSON.stringify(batch);
  const [asked, setAsked] = useState(batch);
  const [seen, setSeen] = useState(now);
  // The ring's decision replaces what was asked. The field is not mounted again: a person may be typing into it.
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
      <Control does={t`It grows with every replica, or all share one of a fixed size.`} changes="batch">
        <Segments<Batch['batchMode']>
          label={t`Batch`}
          value={asked.batchMode}
          options={[
            ['grow', t`Grows`],
            ['fixed', t`Fixed`],
          ]}
          onChange={(batchMode) => change({ batchMode })}
        />
      </Control>
      {asked.batchMode === 'fixed' ? (
        <Control does={t`Examples of a step, whoever is here.`} changes="batch-size">
          <NumberForm
            label={t`Batch of the ring`}
            shown={String(asked.globalBatch)}
            inputMode="numeric"
            problemOf={batchProblem}
            onApply={(globalBatch) => change({ globalBatch })}
          />
        </Control>
      ) : null}
      {isOwn ? null : (
        <Control does={t`Equal, or more for those that compute faster.`} changes="parts">
          <Segments<Batch['shards']>
            label={t`Parts`}
            value={asked.shards}
            options={[
              ['equal', t`Equal`],
              ['measured', t`By speed`],
            ]}
            onChange={(shards) => change({ shards })}
          />
        </Control>
      )}
    </>
  );
}

function batchProblem(examples: number): string | undefined {
  return Number.isInteger(examples) && examples >= 1 && examples <= largestBatch
    ? undefined
    : t`A whole number from 1 to ${{ maxGlobalBatch: formatCount(largestBatch) }}.`;
}
