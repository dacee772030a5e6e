// How a run trains: batch, optimizer, learning rate and its schedule, precision.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { largestDivisor, type RunForm } from '../../bridge/form/run-form';
import { accumulationWords, optimizerOptions } from '../../bridge/words/run-words';
import { SelectField } from '../../ui/field';
import type { NumberField } from './model-fields';

interface Props {
  form: RunForm;
  set: (change: Partial<RunForm>) => void;
  text: (field: NumberField, label: string, hint?: string) => ReactNode;
}

export function TrainingFields({ form, set, text }: Props) {
  return (
    <>
      <SelectField
        label={t`Batch of a step`}
        value={form.batchMode}
        options={[
          ['grow', t`Grows with the ring`],
          ['fixed', t`Fixed, shared by the ring`],
        ]}
        onChange={(batchMode) => set({ batchMode })}
      />
      {form.batchMode === 'fixed' ? text('globalBatch', t`Batch of the ring`) : null}
      {text(
        'localBatch',
        t`Batch per replica`,
        form.batchMode === 'fixed' ? t`Once the batch grows` : undefined,
      )}
      {text('microBatch', t`Computed at once`, batchWords(form))}
      <SelectField
        label={t`Shards`}
        hint={
          form.shards === 'measured'
            ? t`In multiples of what is computed at once, where there are enough`
            : undefined
        }
        value={form.shards}
        options={[
          ['equal', t`Equal`],
          ['measured', t`By measured speed`],
        ]}
        onChange={(shards) => set({ shards })}
      />
      <SelectField
        label={t`Optimizer`}
        value={form.optimizer}
        options={optimizerOptions()}
        onChange={(optimizer) => set({ optimizer })}
      />
      {text('learningRate', t`Learning rate`)}
      <SelectField
        label={t`Schedule`}
        value={form.schedule}
        options={[
          ['constant', t`Constant`],
          ['linear', t`Linear, falling`],
          ['cosine', t`Cosine, falling`],
        ]}
        onChange={(schedule) => set({ schedule })}
      />
      {text('warmup', t`Warm-up`, t`Steps in which the rate rises`)}
      <SelectField
        label={t`Rate and batch`}
        value={form.scaling}
        options={[
          ['none', t`Independent`],
          ['sqrt', t`√ of the effective batch`],
          ['linear', t`With the effective batch`],
        ]}
        onChange={(scaling) => set({ scaling })}
      />
      {text('clip', t`Clip gradients at`, t`Norm; 0 for never`)}
      <SelectField
        label={t`Precision`}
        hint={form.precision === 'mixed' ? t`f32 where a device has no f16` : undefined}
        value={form.precision}
        options={[
          ['f32', 'f32'],
          ['mixed', t`Mixed: f16 and f32`],
        ]}
        onChange={(precision) => set({ precision })}
      />
      {form.family === 'gpt' ? (
        <SelectField
          label={t`Activations`}
          hint={form.checkpoints === 'again' ? t`Less memory, more time` : undefined}
          value={form.checkpoints}
          options={[
            ['keep', t`Kept`],
            ['again', t`Computed again`],
          ]}
          onChange={(checkpoints) => set({ checkpoints })}
        />
      ) : null}
      <SelectField
        label={t`Members’ parts`}
        hint={
          form.parts === 'bounded'
            ? t`No part counts more than 1.5 usual gradients. Sums are not exact.`
            : undefined
        }
        value={form.parts}
        options={[
          ['whole', t`Any length: sums are exact`],
          ['bounded', t`Bounded, for strangers`],
        ]}
        onChange={(parts) => set({ parts })}
      />
      {text('steps', t`Stop after steps`)}
      {text('evaluateEvery', t`Validate every`, t`Steps; 0 for never`)}
      {text('seed', t`Seed`)}
    </>
  );
}

/** How the batch is really cut: '32 = 4 × 8, gradients accumulated'. */
function batchWords(form: RunForm): string {
  const localBatch = Number(form.localBatch);
  const limit = Number(form.microBatch);
  if (!Number.isInteger(localBatch) || localBatch < 1 || !(limit >= 1)) return '';
  const words = accumulationWords({ localBatch, microBatch: largestDivisor(localBatch, limit) });
  return words ? t`${words}, gradients accumulated` : t`The whole batch`;
}
