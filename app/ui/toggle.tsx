// A switch and a slider with their labels beside them.
import { Slider } from '@base-ui/react/slider';
import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import css from './toggle.module.css';

export function Toggle({
  label,
  isOn,
  onChange,
  isDisabled,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}) {
  const id = useId();
  return (
    <span className={css.row}>
      <Switch.Root
        className={css.switch}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        aria-labelledby={id}
      >
        <Switch.Thumb className={css.thumb} />
      </Switch.Root>
      <span id={id}>{label}</span>
    </span>
  );
}

export function Dial({
  label,
  value,
  min,
  max,
  step,
  format,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  format: (value: number) => string;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <Slider.Root
      className={css.slider}
      value={value}
      min={min}
      max={max}
      step={step}
      onValueChange={(next) => onChange(Array.isArray(next) ? next[0] : next)}
    >
      <span id={id}>{label}</span>
      <Slider.Control className={css.control}>
        <Slider.Track className={css.track}>
          <Slider.Indicator className={css.indicator} />
          <Slider.Thumb className={css.handle} aria-labelledby={id} />
        </Slider.Track>
      </Slider.Control>
      <span aria-hidden="true">{format(value)}</span>
    </Slider.Root>
  );
}
