// What was changed while the run trained, and what each change did: the marks of the charts as a list.
import { markWords } from '../../bridge/words/mark-words';
import { useNotes } from '../../bridge/session/run-notes';
import { useTick } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import { activityText } from '../../text/activity';
import css from './activity-panel.module.css';

export function ChangesPanel({ className }: { className?: string }) {
  const { marks } = useNotes().changes;
  useTick();
  return (
    <Panel title={activityText.whatChanged} className={className} summary={activityText.eachChangeMarked}>
      <ol className={css.log} tabIndex={0} aria-label={activityText.changesNewestFirst}>
        {marks.length === 0 ? <li className={css.empty}>{activityText.nothingChanged}</li> : null}
        {marks.toReversed().map((mark, index) => (
          <li key={marks.length - index}>
            <span className={css.whole}>{markWords(mark)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
