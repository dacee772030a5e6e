// A number that takes effect when it is set.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { DecimalField } from '../../ui/decimal-field';
import { Form } from '../../ui/form';
import css from './host-panel.module.css';

interface Props {
  label: string;
  shown: string;
  inputMode?: 'decimal' | 'numeric';
  problemOf: (value: number) => string | undefined;
  onApply: (value: number) => void;
}

export function NumberForm({ label, shown, inputMode = 'decimal', problemOf, onApply }: Props) {
  const [text, setText] = useState<string>();
  const value = Number(text);
  const problem = text === undefined ? undefined : problemOf(value);
  return (
    <Form
      className={css.number}
      onSubmit={() => {
        if (text === undefined || problem) return;
        onApply(value);
        setText(undefined);
      }}
    >
      <DecimalField
        label={label}
        inputMode={inputMode}
        value={text ?? shown}
        problem={problem}
        onType={setText}
      />
      <Button type="submit" disabled={text === undefined || problem !== undefined}>
        {t`Set`}
      </Button>
    </Form>
  );
}
