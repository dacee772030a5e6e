// A switch and a slider with their labels beside them: the browser's own controls, in our clothes.
import { useId, type CSSProperties } from 'react';
import ui from './shape.module.css';
import css from './toggle.module.css';

interface ToggleProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

export function Toggle({ label, isOn, onChange, isDisabled }: ToggleProps) {
  const id = useId();
  return (
    <span className={`${ui.quiet} ${css.row}`}>
      <button
        type="button"
        role="switch"
        className={css.switch}
        aria-checked={isOn}
        disabled={isDisabled}
        onClick={() => onChange(!isOn)}
        aria-labelledby={id}
      >
        <span className={css.thumb} />
      </button>
      <span id={id}>{label}</span>
    </span>
  );
}

interface DialProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  format: (value: number) => string;
  onChange: (value: number) => void;
  /** What it does, for who asks. */
  title?: string;
}

export function Dial({ label, value, min, max, step, format, onChange, title }: DialProps) {
  const id = useId();
  const share = { '--share': (value - min) / (max - min) } as CSSProperties;
  return (
    <span className={`${ui.quiet} ${css.slider}`} title={title}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        className={css.control}
        style={share}
        {...{ value, min, max, step }}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span aria-hidden="true">{format(value)}</span>
    </span>
  );
}
