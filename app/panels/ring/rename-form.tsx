// The host gives a member another name, on every screen.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { inertText } from '../../../src/base/inert-text';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import ui from '../../ui/shape.module.css';

const maxLength = 32;

interface Props {
  name: string;
  isRenamed: boolean;
  /** null: its own name again. */
  onRename: (name: string | null) => void;
}

export function RenameForm({ name, isRenamed, onRename }: Props) {
  const [text, setText] = useState(name);
  const next = inertText(text, maxLength);
  return (
    <Form className={ui.column} onSubmit={() => next && onRename(next)}>
      <TextField
        label={t`Name on every screen`}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={ui.row}>
        <Button kind="primary" type="submit" disabled={!next || next === name}>
          {t`Rename`}
        </Button>
        {isRenamed ? <Button onClick={() => onRename(null)}>{t`Use its own name`}</Button> : null}
      </p>
    </Form>
  );
}
