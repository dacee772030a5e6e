// The settings of a run beyond data and preset. They load when they are opened.
import { t } from '@lingui/core/macro';
import { sharedRunQuery } from '../../bridge/form/share-link';
import { CopyLink } from '../../ui/copy-link';
import { formFields, type FormProps } from './form-fields';
import { augmentable, hasSharedClasses, shapeOf } from '../../../src/train/run/data-shape';
import type { DataChoice } from '../../../src/replica/protocol';
import { LayerEditor } from './layers/layer-editor';
import { ModelFields } from './model-fields';
import { TrainingFields } from './training-fields';
import css from './run-settings.module.css';

interface Props extends FormProps {
  families: Parameters<typeof ModelFields>[0]['families'];
  predictsAmounts: boolean;
  data: DataChoice;
  /** The preset of settings that a link can carry. */
  preset: Parameters<typeof sharedRunQuery>[0] | undefined;
  /** The part of that link that is about the room, not the run. */
  alsoShared: string;
  address: string;
}

export default function MoreSettings({
  form,
  problems,
  set,
  families,
  predictsAmounts,
  data,
  preset,
  alsoShared,
  address,
}: Props) {
  const fields = formFields({ form, problems, set });
  return (
    <>
      <div className={css.grid}>
        <ModelFields form={form} families={families} predictsAmounts={predictsAmounts} fields={fields} />
      </div>
      {form.family === 'layers' ? (
        <LayerEditor
          text={form.ownLayers}
          data={shapeOf(data)}
          problem={problems.ownLayers}
          onChange={(ownLayers) => set({ ownLayers })}
        />
      ) : null}
      <div className={`${css.grid} ${css.training}`}>
        <TrainingFields
          form={form}
          alters={augmentable(data)}
          hasClasses={hasSharedClasses(data)}
          fields={fields}
        />
      </div>
      {preset ? (
        <CopyLink
          url={`${address}/start?${sharedRunQuery(preset, form)}${alsoShared}`}
          label={t`Copy a link to these settings`}
        />
      ) : null}
    </>
  );
}
