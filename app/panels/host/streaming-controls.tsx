// The host's choices for Streaming DiLoCo: fragments, delay, mixing.
import {
  delayWords,
  fragmentsDo,
  fragmentWords,
  mixingWords,
  withFragments,
} from '../../bridge/words/sync-words';
import { SelectField } from '../../ui/field';
import type { StreamingSync, Sync } from '../../../src/train/run/sync';
import { Control } from './control';
import { hostText } from '../../text/host';

interface Props {
  sync: StreamingSync;
  onChange: (sync: Sync) => void;
}

export function StreamingControls({ sync, onChange }: Props) {
  return (
    <>
      <Control does={fragmentsDo(sync)} changes="fragments">
        <SelectField
          label={hostText.fragments}
          value={String(sync.fragments)}
          options={fragmentWords(sync)}
          onChange={(count) => onChange(withFragments(sync, Number(count)))}
        />
      </Control>
      <Control does={hostText.membersTrainSo} changes="delay">
        <SelectField
          label={hostText.delaySum}
          value={String(sync.delay)}
          options={delayWords(sync)}
          onChange={(delay) => onChange({ ...sync, delay: Number(delay) })}
        />
      </Control>
      <Control does={hostText.whatStaysMembers} changes="mixing">
        <SelectField
          label={hostText.mixing}
          value={String(sync.mixing)}
          options={mixingWords(sync)}
          onChange={(mixing) => onChange({ ...sync, mixing: Number(mixing) })}
        />
      </Control>
    </>
  );
}
