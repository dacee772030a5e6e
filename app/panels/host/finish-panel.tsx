// The end of a run: how good the model is, what went into it and from whom, and the model to take home.
import { formatCount, formatMs, formatPercent, formatShort, formatValue } from '../../bridge/words/format';
import { bitsPerByte, termTitle, termWords } from '../../bridge/words/run-words';
import { useNotes } from '../../bridge/session/run-notes';
import { useSession, useShown } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { SavedLine } from './saved-line';
import { useSave } from './use-save';
import { hostText } from '../../text/host';
import css from './finish-panel.module.css';

export function FinishPanel({ className }: { className?: string }) {
  const { series } = useSession();
  const shown = useShown();
  const { contributions } = useNotes().contributions;
  const [state, save] = useSave();
  const terms = termWords(shown.config);
  const { phase, validation, examplesTotal, step } = shown;
  const bits = validation && bitsPerByte(shown.config, validation.loss);
  const seen = contributions.reduce((sum, { count }) => sum + count, 0);
  const before = examplesTotal - seen;
  const most = Math.max(contributions[0]?.count ?? 0, 1);
  const { ring } = series;
  const lastedMs = ring.at('atMs', ring.length - 1) - ring.at('atMs', 0);
  return (
    <Panel
      title={hostText.whatRingMade}
      className={className}
      summary={
        hostText.oneModelTrained(formatCount(step)) +
        (contributions.length > 1 ? hostText.replicasOne(formatCount(contributions.length)) : '.')
      }
    >
      <div className={css.parts}>
        <dl className={css.figures}>
          <div>
            <dt>{hostText.heldOutRight(terms)}</dt>
            <dd>{validation ? formatPercent(validation.accuracy) : hostText.notMeasured}</dd>
          </div>
          <div>
            <dt>{hostText.all(termTitle(shown.config))}</dt>
            <dd title={formatCount(examplesTotal)}>{formatShort(examplesTotal)}</dd>
          </div>
          <div>
            <dt>{hostText.heldOutLoss}</dt>
            <dd>{validation ? formatValue(validation.loss) : hostText.notMeasured}</dd>
          </div>
          {bits === undefined ? null : (
            <div>
              <dt>{hostText.heldOutBits}</dt>
              <dd>{formatValue(bits)}</dd>
            </div>
          )}
          <div>
            <dt>{hostText.watchedHere}</dt>
            <dd>{formatMs(lastedMs)}</dd>
          </div>
        </dl>
        <div>
          <h3 className={css.heading}>{hostText.whoContributed}</h3>
          <ol
            className={css.people}
            tabIndex={contributions.length > 6 ? 0 : undefined}
            aria-label={hostText.whoContributed}
          >
            {contributions.map(({ id, name, isSelf, isHere, count }) => (
              <li key={id}>
                <span className={css.name}>
                  {name}
                  {isSelf ? hostText.you : isHere || phase.kind === 'left' ? '' : hostText.left}
                </span>
                <span className={css.track} aria-hidden="true">
                  <span className={css.bar} style={{ width: `${(100 * count) / most}%` }} />
                </span>
                <span className={css.count}>{formatShort(count)}</span>
              </li>
            ))}
          </ol>
          {before > 0 ? (
            <p className={css.note}>{hostText.moreWentBefore(formatShort(before), terms)}</p>
          ) : null}
        </div>
        <div className={css.home}>
          <h3 className={css.heading}>{hostText.takeModelHome}</h3>
          <Button kind="primary" disabled={state === 'writing'} onClick={() => save('checkpoint')}>
            {hostText.oneFile}
          </Button>
          <Button disabled={state === 'writing'} onClick={() => save('export')}>
            {hostText.pytorchOnnx}
          </Button>
          <p className={css.note} role="status">
            {state === 'writing' ? (
              hostText.writingFile
            ) : state === 'ready' ? (
              hostText.staysYoursPage
            ) : (
              <SavedLine state={state} />
            )}
          </p>
        </div>
      </div>
    </Panel>
  );
}
