// How a run trains: batch, optimizer, learning rate and its schedule, precision.
import type { ReactNode } from 'react';
import { largestDivisor, type RunForm } from '../../bridge/form/run-form';
import { accumulationWords, optimizerOptions } from '../../bridge/words/run-words';
import { SelectField } from '../../ui/field';
import type { NumberField } from './model-fields';

export function TrainingFields({
  form,
  set,
  text,
}: {
  form: RunForm;
  set: (change: Partial<RunForm>) => void;
  text: (field: NumberField, label: string, hint?: string) => ReactNode;
}) {
  return (
    <>
      <SelectField
        label="Batch of a step"
        value={form.batchMode}
        options={[
          ['grow', 'Grows with the ring'],
          ['fixed', 'Fixed, shared by the ring'],
        ]}
        onChange={(batchMode) => set({ batchMode })}
      />
      {form.batchMode === 'fixed' ? text('globalBatch', 'Batch of the ring') : null}
      {text(
        'localBatch',
        'Batch per replica',
        form.batchMode === 'fixed' ? 'Once the batch grows' : undefined,
      )}
      {text('microBatch', 'Computed at once', batchWords(form))}
      <SelectField
        label="Shards"
        hint={
          form.shards === 'measured'
            ? 'In multiples of what is computed at once, where there are enough'
            : undefined
        }
        value={form.shards}
        options={[
          ['equal', 'Equal'],
          ['measured', 'By measured speed'],
        ]}
        onChange={(shards) => set({ shards })}
      />
      <SelectField
        label="Optimizer"
        value={form.optimizer}
        options={optimizerOptions}
        onChange={(optimizer) => set({ optimizer })}
      />
      {text('learningRate', 'Learning rate')}
      <SelectField
        label="Schedule"
        value={form.schedule}
        options={[
          ['constant', 'Constant'],
          ['linear', 'Linear, falling'],
          ['cosine', 'Cosine, falling'],
        ]}
        onChange={(schedule) => set({ schedule })}
      />
      {text('warmup', 'Warm-up', 'Steps in which the rate rises')}
      <SelectField
        label="Rate and batch"
        value={form.scaling}
        options={[
          ['none', 'Independent'],
          ['sqrt', '√ of the effective batch'],
          ['linear', 'With the effective batch'],
        ]}
        onChange={(scaling) => set({ scaling })}
      />
      {text('clip', 'Clip gradients at', 'Norm; 0 for never')}
      <SelectField
        label="Precision"
        hint={form.precision === 'mixed' ? 'f32 where a device has no f16' : undefined}
        value={form.precision}
        options={[
          ['f32', 'f32'],
          ['mixed', 'Mixed: f16 and f32'],
        ]}
        onChange={(precision) => set({ precision })}
      />
      {form.family === 'gpt' ? (
        <SelectField
          label="Activations"
          value={form.checkpoints}
          options={[
            ['keep', 'Kept'],
            ['again', 'Computed again: less memory'],
          ]}
          onChange={(checkpoints) => set({ checkpoints })}
        />
      ) : null}
      {text('steps', 'Stop after steps')}
      {text('evaluateEvery', 'Validate every', 'Steps; 0 for never')}
      {text('seed', 'Seed')}
    </>
  );
}

/** How the batch is really cut: '32 = 4 × 8, gradients accumulated'. */
function batchWords(form: RunForm): string {
  const localBatch = Number(form.localBatch);
  const limit = Number(form.microBatch);
  if (!Number.isInteger(localBatch) || localBatch < 1 || !(limit >= 1)) return '';
  const words = accumulationWords({ localBatch, microBatch: largestDivisor(localBatch, limit) });
  return words ? `${words}, gradients accumulated` : 'The whole batch';
}
