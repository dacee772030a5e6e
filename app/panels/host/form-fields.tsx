// The fields of a run's form: what a person types, and what is chosen from a few.
import type { RunForm, RunFormProblems } from '../../bridge/form/run-form';
import { SelectField, TextField } from '../../ui/field';

/** The fields of one number, or of a list of them. */
type NumberField = { [Key in keyof RunForm]: string extends RunForm[Key] ? Key : never }[keyof RunForm];
type ChoiceField = Exclude<keyof RunForm, NumberField>;

export interface FormProps {
  form: RunForm;
  problems: RunFormProblems;
  set: (change: Partial<RunForm>) => void;
}

export type FormFields = ReturnType<typeof formFields>;

export function formFields({ form, problems, set }: FormProps) {
  return {
    text: (key: NumberField, label: string, hint?: string) => (
      <TextField
        label={label}
        hint={hint}
        inputMode={key === 'widths' || key === 'filters' ? 'text' : 'decimal'}
        value={form[key]}
        problem={problems[key]}
        onChange={(event) => set({ [key]: event.target.value })}
      />
    ),
    choose: <Key extends ChoiceField>(
      key: Key,
      label: string,
      options: readonly (readonly [value: RunForm[Key], words: string])[],
      hint?: string,
    ) => (
      <SelectField
        label={label}
        hint={hint}
        value={form[key]}
        options={options}
        onChange={(value) => set({ [key]: value })}
      />
    ),
  };
}
