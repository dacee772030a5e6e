// Starts a demo ring: how many replicas, and what they train.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PresetId } from '../../src/replica/presets';
import type { DeviceReport } from '../../src/replica/protocol';
import { alonePath } from '../bridge/session/alone-link';
import { presetWords } from '../bridge/words/preset-words';
import { needsCpu } from '../bridge/words/device-trouble';
import { usePresets } from '../bridge/session/use-presets';
import { Button } from '../ui/button';
import { Segments, SelectField } from '../ui/field';
import ui from '../ui/shape.module.css';
import css from './start.module.css';

const counts = ['1', '2', '3', '4', '6', '8'] as const;
/** Learned in seconds on any device. The only choice until the list has loaded. */
const first: PresetId = 'moons';

export function TryAlone({ report }: { report: DeviceReport | 'probing' | 'unknown' }) {
  const [, navigate] = useLocation();
  const [count, setCount] = useState<(typeof counts)[number]>('4');
  const [preset, setPreset] = useState<PresetId>(first);
  const presets = usePresets(true);
  const ids = presets.length > 0 ? presets.map(({ id }) => id) : [first];
  const isCpu = typeof report !== 'string' && needsCpu(report);
  const start = (): void =>
    navigate(alonePath({ replicas: Number(count), preset, backend: isCpu ? 'cpu' : undefined }));
  return (
    <section className={`${ui.card} ${css.way}`} aria-labelledby="alone">
      <h2 id="alone">{t`Try it alone`}</h2>
      <p>{t`A demo in this page alone: all members train here, and nothing is sent.`}</p>
      <SelectField
        label={t`What to train`}
        value={preset}
        options={ids.map((id) => [id, presetWords(id).title] as const)}
        hint={presetWords(preset).description}
        onChange={setPreset}
      />
      <div className={ui.fields}>
        <Segments
          label={t`How many train together`}
          isTall
          value={count}
          options={counts.map((value) => [value, value] as const)}
          onChange={setCount}
        />
        <Button onClick={start}>{t`Start the demo`}</Button>
      </div>
    </section>
  );
}
