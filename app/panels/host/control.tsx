// One control of the host: itself, one line on what it does, and one on what its last change did.
import type { ReactNode } from 'react';
import type { ChangeKind } from '../../bridge/words/change-words';
import { markWords } from '../../bridge/words/mark-words';
import { useNotes } from '../../bridge/session/run-notes';
import { useTick } from '../../bridge/session/session-context';
import ui from '../../ui/shape.module.css';
import css from './host-panel.module.css';

interface Props {
  does: string;
  /** The changes that it makes. */
  changes?: ChangeKind;
  children: ReactNode;
}

export function Control({ does, changes, children }: Props) {
  useTick();
  const last = useNotes().changes.marks.findLast(({ change }) => change === changes);
  return (
    <div className={css.control}>
      {children}
      <p className={ui.faint}>{does}</p>
      {last ? <p className={css.did}>{markWords(last)}</p> : null}
    </div>
  );
}
