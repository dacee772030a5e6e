// A button that copies a link. Where the browser refuses, the link stands there to be selected.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from './button';
import css from './copy-link.module.css';

export function CopyLink({ url, label }: { url: string; label: string }) {
  const [copied, setCopied] = useState<{ readonly url: string; readonly isDone: boolean }>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied({ url, isDone: true });
    } catch {
      setCopied({ url, isDone: false }); // no permission, or not a secure page
    }
  };
  const said = copied?.url === url ? copied : undefined;
  return (
    <div className={css.copy}>
      <Button onClick={() => void copy()}>{label}</Button>
      <span role="status">
        {said === undefined ? '' : said.isDone ? t`Copied` : t`Select the link and copy it by hand:`}
      </span>
      {said?.isDone === false ? <code className={css.link}>{url}</code> : null}
    </div>
  );
}
