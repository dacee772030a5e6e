// The model's part of a run's settings: its family, as far as the data allows, and the sizes of that family.
import { t } from '@lingui/core/macro';
import type { ModelFamily } from '../../../src/replica/model-choice';
import type { RunForm } from '../../bridge/form/run-form';
import type { FormFields } from './form-fields';

const words: Readonly<Record<ModelFamily, () => string>> = {
  linear: () => t`Linear`,
  mlp: () => 'MLP',
  cnn: () => 'CNN',
  layers: () => t`Layer by layer`,
  gpt: () => 'GPT',
};

interface Props {
  form: RunForm;
  families: readonly ModelFamily[];
  /** The loss of amounts can be chosen. */
  predictsAmounts: boolean;
  fields: FormFields;
}

export function ModelFields({ form, families, predictsAmounts, fields: { text, choose } }: Props) {
  return (
    <>
      {choose(
        'family',
        t`Model`,
        families.map((family) => [family, words[family]()]),
      )}
      {predictsAmounts
        ? choose('loss', t`Loss`, [
            ['squared', t`Squared error`],
            ['huber', t`Huber: far-off examples count less`],
          ])
        : null}
      {form.family === 'mlp' ? (
        <>
          {text('widths', t`Hidden layers`, t`Widths, with commas between`)}
          {choose('activation', t`Activation`, [
            ['relu', t`ReLU`],
            ['tanh', 'tanh'],
            ['gelu', 'GELU'],
          ])}
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
