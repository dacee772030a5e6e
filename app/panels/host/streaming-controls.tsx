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

interface Props {
  sync: StreamingSync;
  onChange: (sync: Sync) => void;
}

export function StreamingControls({ sync, onChange }: Props) {
  return (
    <>
      <Control does={fragmentsDo(sync)}>
        <SelectField
          label="Fragments"
          value={String(sync.fragments)}
          options={fragmentWords(sync)}
          onChange={(count) => onChange(withFragments(sync, Number(count)))}
        />
      </Control>
      <Control does="Members train on for so long while a sum travels, then wait for it.">
        <SelectField
          label="Delay of a sum"
          value={String(sync.delay)}
          options={delayWords(sync)}
          onChange={(delay) => onChange({ ...sync, delay: Number(delay) })}
        />
      </Control>
      <Control does="What stays of a member’s own parameters when their sum has come.">
        <SelectField
          label="Mixing"
          value={String(sync.mixing)}
          options={mixingWords(sync)}
          onChange={(mixing) => onChange({ ...sync, mixing: Number(mixing) })}
        />
      </Control>
    </>
  );
}
