// The host decides whose examples the room trains on: everybody on these files, or every member on files of its own.
import type { LocalFiles } from '../../bridge/session/engine-room';
import { mayBeOwn } from '../../bridge/words/may-be-own';
import { Segments } from '../../ui/field';
import { hostText } from '../../text/host';
import css from './file-picker.module.css';

export function OwnDataChoice({
  files,
  isOwn,
  onChange,
}: {
  files: LocalFiles;
  isOwn: boolean;
  onChange: (isOwn: boolean) => void;
}) {
  if (!mayBeOwn(files))
    return (
      <p className={css.note}>
        {files.kind === 'text' ? hostText.bytePairsTokens : hostText.tableScaledNumbers}
      </p>
    );
  return (
    <div className={css.found}>
      <Segments<'same' | 'own'>
        label={hostText.examples}
        isLabelShown
        value={isOwn ? 'own' : 'same'}
        options={[
          ['same', hostText.allTrainThese],
          ['own', hostText.eachMemberBringsOwn],
        ]}
        onChange={(value) => onChange(value === 'own')}
      />
      {isOwn ? <p className={css.note}>{hostText.federatedLearningEvery}</p> : null}
    </div>
  );
}
