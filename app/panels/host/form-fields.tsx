// The fields of a run's form: what a person types, and what is chosen from a few.
import type { RunForm, RunFormProblems } from '../../bridge/form/run-form';
import { DecimalField } from '../../ui/decimal-field';
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
    text: (key: NumberField, label: string, hint?: string) => {
      const shared = { label, hint, value: form[key], problem: problems[key] };
      // A comma parts the numbers of a list.
      return key === 'widths' || key === 'filters' ? (
        <TextField {...shared} onChange={(event) => set({ [key]: event.target.value })} />
      ) : (
        <DecimalField {...shared} onType={(text) => set({ [key]: text })} />
      );
    },
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
