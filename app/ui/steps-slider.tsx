// A slider over a row of values. Where they act on others, they do so when they are chosen: while a finger or the pointer
// moves, only its words follow. Its steps are even, so a row of rates or of lines is as easy to hit at both ends.
import { useEffect, useId, useRef, useState, type CSSProperties } from 'react';
import ui from './shape.module.css';
import css from './toggle.module.css';

/** Arrow keys come in rows: the last of them acts. */
const settledMs = 250;

interface Props {
  label: string;
  /** The place of the value that holds now among `count`. */
  at: number;
  count: number;
  /** The words of the value that holds now: it may lie between two places. */
  words: string;
  wordsAt: (index: number) => string;
  isDisabled?: boolean;
  /** The sentence on what it does. */
  does?: string;
  /** Each move is a choice: whoever presses a button right after it means what the slider says. */
  choosesAtOnce?: boolean;
  onChoose: (index: number) => void;
}

export function StepsSlider(props: Props) {
  const { label, at, count, words, wordsAt, isDisabled, does, choosesAtOnce = false, onChoose } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  // The choice is shown until what holds changes: the ring decides on it at a step's boundary.
  const [asked, setAsked] = useState<{ readonly index: number; readonly before: string }>();
  const isAsked = asked?.before === `${at} ${words}`;
  const value = isAsked ? asked.index : at;
  const said = isAsked ? wordsAt(asked.index) : words;

  // React's `onChange` is the event of every move. The browser's own comes with the choice.
  useEffect(() => {
    if (choosesAtOnce) return;
    const slider = input.current!;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => choose.current(slider.valueAsNumber), settledMs);
    };
    slider.addEventListener('change', settle);
    return () => {
      clearTimeout(timer);
      slider.removeEventListener('change', settle);
    };
  }, [choosesAtOnce]);

  const move = (index: number): void => {
    if (choosesAtOnce) onChoose(index);
    else setAsked({ index, before: `${at} ${words}` });
  };

  const share = { '--share': count > 1 ? value / (count - 1) : 0 } as CSSProperties;
  return (
    <div className={css.steps}>
      <label className={ui.label} htmlFor={id}>
        {label}
      </label>
      <output className={css.chosen} htmlFor={id} aria-hidden="true">
        {said}
      </output>
      <input
        ref={input}
        id={id}
        type="range"
        className={css.control}
        style={share}
        min={0}
        max={count - 1}
        step={1}
        value={value}
        disabled={isDisabled}
        aria-valuetext={said}
        aria-description={does}
        title={does}
        onChange={(event) => move(event.target.valueAsNumber)}
      />
    </div>
  );
}
