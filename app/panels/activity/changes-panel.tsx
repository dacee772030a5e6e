// What was changed while the run trained, and what each change did: the marks of the charts as a list.
import { t } from '@lingui/core/macro';
import { markWords } from '../../bridge/words/mark-words';
import { useNotes } from '../../bridge/session/run-notes';
import { useTick } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import css from './activity-panel.module.css';

export function ChangesPanel({ className }: { className?: string }) {
  const { marks } = useNotes().changes;
  useTick();
  return (
    <Panel
      title={t`What was changed`}
      className={className}
      summary={t`Each change is marked on the curves. Its effect is the middle of the 20 steps before it and of the 20 after it.`}
    >
      <ol className={css.log} tabIndex={0} aria-label={t`Changes, newest first`}>
        {marks.length === 0 ? (
          <li className={css.empty}>
            {t`Nothing was changed since this device came. What somebody changes stands here, with what it did.`}
          </li>
        ) : null}
        {marks.toReversed().map((mark, index) => (
          <li key={marks.length - index}>
            <span className={css.whole}>{markWords(mark)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
