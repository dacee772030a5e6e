// A dialog with a heading and three exits: Escape, the backdrop, and a Close button. Focus returns to its opener.
import { t } from '@lingui/core/macro';
import { Dialog } from '@base-ui/react/dialog';
import { buttonClass } from './button';
import type { ModalProps } from './modal';
import css from './modal.module.css';

export function ModalDialog({ title, isOpen, onClose, isNarrow, isWide, children }: ModalProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        <Dialog.Popup className={`${css.popup} ${isNarrow ? css.narrow : isWide ? css.wide : ''}`}>
          <div className={css.head}>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className={buttonClass('quiet', true)}>{t`Close`}</Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
