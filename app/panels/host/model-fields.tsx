// The model's part of a run's settings: its family, as far as the data allows, and the sizes of that family.
import type { ReactNode } from 'react';
import type { ModelFamily } from '../../../src/replica/model-choice';
import type { RunForm } from '../../bridge/form/run-form';
import { SelectField } from '../../ui/field';
import { settingsText } from '../../text/settings';

const words: Readonly<Record<ModelFamily, string>> = {
  get linear() {
    return settingsText.linear;
  },
  mlp: 'MLP',
  cnn: 'CNN',
  gpt: 'GPT',
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

export function ModelFields({
  form,
  families,
  set,
  text,
}: {
  form: RunForm;
  families: readonly ModelFamily[];
  set: (change: Partial<RunForm>) => void;
  text: (field: NumberField, label: string, hint?: string) => ReactNode;
}) {
  return (
    <>
      <SelectField
        label={settingsText.model}
        value={form.family}
        options={families.map((family) => [family, words[family]] as const)}
        onChange={(family) => set({ family })}
      />
      {form.family === 'mlp' ? (
        <>
          {text('widths', settingsText.hiddenLayers, settingsText.widthsCommasBetween)}
          <SelectField
            label={settingsText.activation}
            value={form.activation}
            options={[
              ['relu', settingsText.relu],
              ['tanh', 'tanh'],
              ['gelu', 'GELU'],
            ]}
            onChange={(activation) => set({ activation })}
          />
        </>
      ) : null}
      {form.family === 'cnn' ? (
        <>
          {text('filters', settingsText.filters, settingsText.convolutionsEachPool)}
          {text('units', settingsText.denseUnits, settingsText.beforeClassesNone)}
        </>
      ) : null}
      {form.family === 'gpt' ? (
        <>
          {text('layers', settingsText.blocks)}
          {text('channels', settingsText.channels, settingsText.multipleHeads)}
          {text('heads', settingsText.heads)}
          {text('context', settingsText.context, settingsText.charactersSeenOnce)}
          {text('dropout', settingsText.dropout, settingsText.to)}
        </>
      ) : null}
    </>
  );
}
