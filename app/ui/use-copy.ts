// Copies a text, and says how that went. Where the browser refuses, as for a page that is not secure, the text is to be
// selected. Of another text nothing was copied yet.
import { t } from '@lingui/core/macro';
import { useState } from 'react';

export function useCopy(text: string): {
  readonly copy: () => void;
  readonly words: string;
  readonly isRefused: boolean;
} {
  const [done, setDone] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  const copy = async (): Promise<void> => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false, // no permission
    );
    setDone({ text, isCopied });
  };
  const isRefused = done?.text === text && !done.isCopied;
  const words = done?.text !== text ? '' : isRefused ? t`Select the link and copy it by hand.` : t`Copied`;
  return { copy: () => void copy().catch(() => setDone({ text, isCopied: false })), words, isRefused };
}
