// A prompt and the model's continuation. Both the prompt and the temperature can be changed while it trains.
import { formatFixed } from '../../bridge/words/format';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Sample } from '../../../src/replica/protocol';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Dial } from '../../ui/toggle';
import ui from '../../ui/shape.module.css';
import css from './sample-panel.module.css';

/** Absent: the beginning of a held-out window, and the usual temperature. */
export interface TextWish {
  readonly prompt?: string;
  readonly temperature?: number;
}

interface Props {
  readonly sample: Extract<Sample, { kind: 'text' }>;
  readonly onWish: (wish: TextWish) => void;
}

export function TextSample({ sample, onWish }: Props) {
  const [prompt, setPrompt] = useState<string>();
  const [temperature, setTemperature] = useState(sample.temperature);
  return (
    <div className={css.text}>
      <p className={`${ui.written} ${css.written}`} aria-label={t`Written by the model`}>
        <span className={ui.soft}>{sample.prompt}</span>
        {sample.continuation}
      </p>
      <form
        className={css.wish}
        onSubmit={(event) => {
          event.preventDefault();
          onWish({ ...(prompt ? { prompt } : {}), temperature });
        }}
      >
        <TextField
          label={t`Prompt`}
          value={prompt ?? ''}
          placeholder={t`from the held-out text`}
          maxLength={200}
          onChange={(event) => setPrompt(event.target.value)}
        />
        <Dial
          label={t`Temperature`}
          value={temperature}
          min={0}
          max={1.5}
          step={0.1}
          format={(value) => formatFixed(value, 1)}
          onChange={setTemperature}
        />
        <Button type="submit">{t`Write`}</Button>
      </form>
    </div>
  );
}
