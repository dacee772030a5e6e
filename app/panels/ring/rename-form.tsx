// The host gives a member another name, on every screen.
import { useState } from 'react';
import { inertText } from '../../../src/base/inert-text';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { ringText } from '../../text/ring';
import css from './roster-panel.module.css';

const maxLength = 32;

export function RenameForm({
  name,
  isRenamed,
  onRename,
}: {
  name: string;
  isRenamed: boolean;
  /** null: its own name again. */
  onRename: (name: string | null) => void;
}) {
  const [text, setText] = useState(name);
  const next = inertText(text, maxLength);
  return (
    <form
      className={css.poison}
      onSubmit={(event) => {
        event.preventDefault();
        if (next) onRename(next);
      }}
    >
      <TextField
        label={ringText.nameEveryScreen}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={css.choices}>
        <Button kind="primary" type="submit" disabled={!next || next === name}>
          {ringText.rename}
        </Button>
        {isRenamed ? <Button onClick={() => onRename(null)}>{ringText.useOwnName}</Button> : null}
      </p>
    </form>
  );
}
