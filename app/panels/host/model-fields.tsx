// The model's part of a run's settings: its family, as far as the data allows, and the sizes of that family.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ModelFamily } from '../../../src/replica/model-choice';
import type { RunForm } from '../../bridge/form/run-form';
import { SelectField } from '../../ui/field';

const words: Readonly<Record<ModelFamily, () => string>> = {
  linear: () => t`Linear`,
  mlp: () => 'MLP',
  cnn: () => 'CNN',
  gpt: () => 'GPT',
};

export type NumberField = Exclude<
  keyof RunForm,
  | 'family'
  | 'activation'
  | 'optimizer'
  | 'schedule'
  | 'scaling'
  | 'precision'
  | 'checkpoints'
  | 'parts'
  | 'batchMode'
  | 'shards'
>;

interface Props {
  form: RunForm;
  families: readonly ModelFamily[];
  set: (change: Partial<RunForm>) => void;
  text: (field: NumberField, label: string, hint?: string) => ReactNode;
}

export function ModelFields({ form, families, set, text }: Props) {
  return (
    <>
      <SelectField
        label={t`Model`}
        value={form.family}
        options={families.map((family) => [family, words[family]()] as const)}
        onChange={(family) => set({ family })}
      />
      {form.family === 'mlp' ? (
        <>
          {text('widths', t`Hidden layers`, t`Widths, with commas between`)}
          <SelectField
            label={t`Activation`}
            value={form.activation}
            options={[
              ['relu', t`ReLU`],
              ['tanh', 'tanh'],
              ['gelu', 'GELU'],
            ]}
            onChange={(activation) => set({ activation })}
          />
        </>
      ) : null}
      {form.family === 'cnn' ? (
        <>
          {text('filters', t`Filters`, t`Of 3 × 3 convolutions, each with a pool`)}
          {text('units', t`Dense units`, t`Before the classes; 0 for none`)}
        </>
      ) : null}
      {form.family === 'gpt' ? (
        <>
          {text('layers', t`Blocks`)}
          {text('channels', t`Channels`, t`A multiple of the heads`)}
          {text('heads', t`Heads`)}
          {text('context', t`Context`, t`Characters seen at once`)}
          {text('dropout', t`Dropout`, t`0 to 0.9`)}
        </>
      ) : null}
    </>
  );
}
