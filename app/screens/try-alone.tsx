// Starts a demo ring from Home: how many replicas, and what they train.
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { DeviceReport } from '../../src/replica/protocol';
import { alonePath } from '../bridge/session/alone-link';
import { needsCpu } from '../bridge/words/trouble';
import { usePresets } from '../bridge/session/use-presets';
import { Button } from '../ui/button';
import { Segments, SelectField } from '../ui/field';
import { homeText } from '../text/home';
import css from './home.module.css';

const counts = ['1', '2', '3', '4', '6', '8'] as const;
/** Learned in seconds on any device. The only choice until the list has loaded. */
const first = {
  id: 'moons',
  get title() {
    return homeText.twoMoons;
  },
  description: '',
};

export function TryAlone({ report }: { report: DeviceReport | 'probing' | 'unknown' }) {
  const [, navigate] = useLocation();
  const [count, setCount] = useState<(typeof counts)[number]>('4');
  const [preset, setPreset] = useState(first.id);
  const presets = usePresets(true);
  const all = presets.length > 0 ? presets : [first];
  const isCpu = typeof report !== 'string' && needsCpu(report);
  const start = (): void =>
    navigate(alonePath({ replicas: Number(count), preset, backend: isCpu ? 'cpu' : undefined }));
  return (
    <section className={css.way} aria-labelledby="alone">
      <h2 id="alone">{homeText.tryAlone}</h2>
      <p>{homeText.demoRingPage}</p>
      <SelectField
        label={homeText.whatTrain}
        value={preset}
        options={all.map(({ id, title }) => [id, title] as const)}
        hint={all.find(({ id }) => id === preset)?.description}
        onChange={setPreset}
      />
      <div className={css.row}>
        <Segments
          label={homeText.replicas}
          isLabelShown
          isTall
          value={count}
          options={counts.map((value) => [value, value] as const)}
          onChange={setCount}
        />
        <Button onClick={start}>{homeText.startDemo}</Button>
      </div>
      <p>
        {homeText.take} <Link href="/lessons">{homeText.lesson}</Link>
        {homeText.predictRunExplain}
      </p>
    </section>
  );
}
