// A dialog, whose code comes when the first one opens.
import { useState, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';

export interface ModalProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isNarrow?: boolean;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

const ModalDialog = lazyPart<ModalProps>(async () => (await import('./modal-dialog')).ModalDialog, {
  isQuiet: true,
});

export function Modal(props: ModalProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <ModalDialog {...props} /> : null;
}
