// A sheet at the side of the screen. The page beside it stays in use, so that one sees what a change does. Escape and a
// Close button end it.
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { buttonClass } from './button';
import css from './drawer.module.css';

export function Drawer({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog.Root
      modal={false}
      disablePointerDismissal
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Popup className={css.drawer}>
          <div className={css.head}>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className={buttonClass('quiet', true)}>Close</Dialog.Close>
          </div>
          <div className={css.body}>{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
