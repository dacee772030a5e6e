// A dialog that asks before something is done: what it means, and one button that does it.
import type { ReactNode } from 'react';
import { Button, type ButtonKind } from './button';
import { Modal } from './modal';
import css from './confirm.module.css';

export function Confirm({
  title,
  isOpen,
  action,
  kind = 'danger',
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  /** The words of the button. */
  action: string;
  kind?: ButtonKind;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal title={title} isNarrow isOpen={isOpen} onClose={onClose}>
      <div className={css.means}>
        {children}
        <Button
          kind={kind}
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
}
