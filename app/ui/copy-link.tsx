// A button that copies a link. Where the browser refuses, the link stands there to be selected.
import { Button } from './button';
import { useCopy } from './use-copy';
import ui from './shape.module.css';
import css from './copy-link.module.css';

export function CopyLink({ url, label }: { url: string; label: string }) {
  const { copy, words, isRefused } = useCopy(url);
  return (
    <div className={`${ui.quiet} ${css.copy}`}>
      <Button onClick={copy}>{label}</Button>
      <span role="status">{words}</span>
      {isRefused ? <code className={css.link}>{url}</code> : null}
    </div>
  );
}
