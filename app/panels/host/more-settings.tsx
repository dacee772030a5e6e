// The settings of a run beyond data and preset. They load when they are opened.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { RunForm } from '../../bridge/form/run-form';
import { sharedRunQuery } from '../../bridge/form/share-link';
import { CopyLink } from '../../ui/copy-link';
import { ModelFields, type NumberField } from './model-fields';
import { TrainingFields } from './training-fields';
import css from './run-settings.module.css';

interface Props {
  form: RunForm;
  families: Parameters<typeof ModelFields>[0]['families'];
  set: (change: Partial<RunForm>) => void;
  text: (field: NumberField, label: string, hint?: string) => ReactNode;
  /** The preset of settings that a link can carry. */
  preset: Parameters<typeof sharedRunQuery>[0] | undefined;
  address: string;
}

export default function MoreSettings({ form, families, set, text, preset, address }: Props) {
  return (
    <>
      <div className={css.grid}>
        <ModelFields form={form} families={families} set={set} text={text} />
      </div>
      <div className={`${css.grid} ${css.training}`}>
        <TrainingFields form={form} set={set} text={text} />
      </div>
      {preset ? (
        <CopyLink
          url={`${address}/?${sharedRunQuery(preset, form)}`}
          label={t`Copy a link to these settings`}
        />
      ) : null}
    </>
  );
}
