// The host decides whose examples the room trains on: everybody on these files, or every member on files of its own.
import { t } from '@lingui/core/macro';
import type { LocalFiles } from '../../bridge/session/engine-room';
import { mayBeOwn } from '../../bridge/words/may-be-own';
import { Segments } from '../../ui/field';
import ui from '../../ui/shape.module.css';
import css from './file-picker.module.css';

interface Props {
  files: LocalFiles;
  isOwn: boolean;
  onChange: (isOwn: boolean) => void;
}

export default function OwnDataChoice({ files, isOwn, onChange }: Props) {
  if (!mayBeOwn(files))
    return (
      <p className={ui.quiet}>
        {files.kind === 'text'
          ? t`With byte pairs as tokens, each member could bring its own text.`
          : t`A table is scaled by its own numbers, so everyone trains on this one.`}
      </p>
    );
  return (
    <div className={css.found}>
      <Segments<'same' | 'own'>
        label={t`Examples`}
        value={isOwn ? 'own' : 'same'}
        options={[
          ['same', t`All train on these`],
          ['own', t`Each member brings its own`],
        ]}
        onChange={(value) => onChange(value === 'own')}
      />
      {isOwn ? (
        <p
          className={ui.quiet}
        >{t`Federated learning: every member chooses files of this kind and shape, with the same classes. Files never leave their device; sums of gradients do, and may reveal something about them.`}</p>
      ) : null}
    </div>
  );
}
