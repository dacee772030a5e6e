// Labelled inputs: every field has a visible label, and its problem is a sentence tied to it.
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import ui from './shape.module.css';
import css from './field.module.css';

interface Labelled {
  label: string;
  hint?: string;
  problem?: ReactNode;
}

export type TextFieldProps = Labelled & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, hint, problem, ...rest }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={css.field}>
      <label className={ui.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={css.input}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem || hint ? noteId : undefined}
        autoComplete="off"
        {...rest}
      />
      <Note id={noteId} hint={hint} problem={problem} />
    </div>
  );
}

export function SelectField<T extends string>({
  label,
  hint,
  value,
  options,
  onChange,
}: Labelled & {
  value: T;
  options: readonly (readonly [value: T, words: string])[];
  onChange: (value: T) => void;
}) {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={ui.label} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={css.input} value={value} onChange={(e) => onChange(e.target.value as T)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <Note id={`${id}-note`} hint={hint} />
    </div>
  );
}

/** A few exclusive choices in a row: radio buttons, so the arrow keys move between them. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
  isTall,
  isDisabled,
}: {
  label: string;
  value: T;
  options: readonly (readonly [value: T, words: ReactNode])[];
  onChange: (value: T) => void;
  isTall?: boolean;
  isDisabled?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={css.field}>
      <legend className={ui.label}>{label}</legend>
      <div className={`${css.segments} ${isTall ? css.tall : ''}`}>
        {options.map(([option, words]) => (
          <label key={option} className={css.segment}>
            <input
              type="radio"
              name={name}
              checked={option === value}
              disabled={isDisabled}
              onChange={() => onChange(option)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Note({ id, hint, problem }: { id: string; hint?: string; problem?: ReactNode }) {
  if (problem) return <Problem id={id}>{problem}</Problem>;
  return hint ? (
    <p id={id} className={ui.faint}>
      {hint}
    </p>
  ) : null;
}

/** What is wrong, where something is. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  return children ? (
    <p id={id} className={ui.problem} role="alert">
      {children}
    </p>
  ) : null;
}
