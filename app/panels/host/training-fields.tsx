// How a run trains: batch, optimizer, learning rate and its schedule, precision.
import type { ReactNode } from 'react';
import { largestDivisor, type RunForm } from '../../bridge/form/run-form';
import { accumulationWords, optimizerOptions } from '../../bridge/words/run-words';
import { SelectField } from '../../ui/field';
import type { NumberField } from './model-fields';
import { settingsText } from '../../text/settings';

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
        label={settingsText.batchStep}
        value={form.batchMode}
        options={[
          ['grow', settingsText.growsRing],
          ['fixed', settingsText.fixedSharedRing],
        ]}
        onChange={(batchMode) => set({ batchMode })}
      />
      {form.batchMode === 'fixed' ? text('globalBatch', settingsText.batchRing) : null}
      {text(
        'localBatch',
        settingsText.batchPerReplica,
        form.batchMode === 'fixed' ? settingsText.onceBatchGrows : undefined,
      )}
      {text('microBatch', settingsText.computedOnce, batchWords(form))}
      <SelectField
        label={settingsText.shards}
        hint={form.shards === 'measured' ? settingsText.multiplesWhatComputed : undefined}
        value={form.shards}
        options={[
          ['equal', settingsText.equal],
          ['measured', settingsText.measuredSpeed],
        ]}
        onChange={(shards) => set({ shards })}
      />
      <SelectField
        label={settingsText.optimizer}
        value={form.optimizer}
        options={optimizerOptions()}
        onChange={(optimizer) => set({ optimizer })}
      />
      {text('learningRate', settingsText.learningRate)}
      <SelectField
        label={settingsText.schedule}
        value={form.schedule}
        options={[
          ['constant', settingsText.constant],
          ['linear', settingsText.linearFalling],
          ['cosine', settingsText.cosineFalling],
        ]}
        onChange={(schedule) => set({ schedule })}
      />
      {text('warmup', settingsText.warmUp, settingsText.stepsWhichRate)}
      <SelectField
        label={settingsText.rateBatch}
        value={form.scaling}
        options={[
          ['none', settingsText.independent],
          ['sqrt', settingsText.effectiveBatch],
          ['linear', settingsText.effectiveBatch2],
        ]}
        onChange={(scaling) => set({ scaling })}
      />
      {text('clip', settingsText.clipGradients, settingsText.normNever)}
      <SelectField
        label={settingsText.precision}
        hint={form.precision === 'mixed' ? settingsText.fWhereDevice : undefined}
        value={form.precision}
        options={[
          ['f32', 'f32'],
          ['mixed', settingsText.mixedFF],
        ]}
        onChange={(precision) => set({ precision })}
      />
      {form.family === 'gpt' ? (
        <SelectField
          label={settingsText.activations}
          hint={form.checkpoints === 'again' ? settingsText.lessMemory : undefined}
          value={form.checkpoints}
          options={[
            ['keep', settingsText.kept],
            ['again', settingsText.computedAgain],
          ]}
          onChange={(checkpoints) => set({ checkpoints })}
        />
      ) : null}
      <SelectField
        label={settingsText.parts}
        hint={form.parts === 'bounded' ? settingsText.sumsNotExact : undefined}
        value={form.parts}
        options={[
          ['whole', settingsText.partsWhole],
          ['bounded', settingsText.partsBounded],
        ]}
        onChange={(parts) => set({ parts })}
      />
      {text('steps', settingsText.stopAfterSteps)}
      {text('evaluateEvery', settingsText.validateEvery, settingsText.stepsNever)}
      {text('seed', settingsText.seed)}
    </>
  );
}

/** How the batch is really cut: '32 = 4 × 8, gradients accumulated'. */
function batchWords(form: RunForm): string {
  const localBatch = Number(form.localBatch);
  const limit = Number(form.microBatch);
  if (!Number.isInteger(localBatch) || localBatch < 1 || !(limit >= 1)) return '';
  const words = accumulationWords({ localBatch, microBatch: largestDivisor(localBatch, limit) });
  return words ? settingsText.gradientsAccumulated(words) : settingsText.wholeBatch;
}
