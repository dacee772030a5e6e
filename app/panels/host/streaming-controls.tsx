// The host's choices for Streaming DiLoCo: fragments, delay, mixing.
import { t } from '@lingui/core/macro';
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

interface Props {
  sync: StreamingSync;
  onChange: (sync: Sync) => void;
}

export function StreamingControls({ sync, onChange }: Props) {
  return (
    <>
      <Control does={fragmentsDo(sync)} changes="fragments">
        <SelectField
          label={t`Fragments`}
          value={String(sync.fragments)}
          options={fragmentWords(sync)}
          onChange={(count) => onChange(withFragments(sync, Number(count)))}
        />
      </Control>
      <Control does={t`Members train on for so long while a sum travels, then wait for it.`} changes="delay">
        <SelectField
          label={t`Delay of a sum`}
          value={String(sync.delay)}
          options={delayWords(sync)}
          onChange={(delay) => onChange({ ...sync, delay: Number(delay) })}
        />
      </Control>
      <Control does={t`What stays of a member’s own parameters when their sum has come.`} changes="mixing">
        <SelectField
          label={t`Mixing`}
          value={String(sync.mixing)}
          options={mixingWords(sync)}
          onChange={(mixing) => onChange({ ...sync, mixing: Number(mixing) })}
        />
      </Control>
    </>
  );
}
