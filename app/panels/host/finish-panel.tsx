// The end of a run: how good the model is, what went into it and from whom, and the model to take home.
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { formatCount, formatMs, formatPercent, formatShort, formatValue } from '../../bridge/words/format';
import { formatR2 } from '../../bridge/words/amount-words';
import { bitsPerByte, hasAmounts, termTitle, termWords } from '../../bridge/words/run-words';
import { useNotes } from '../../bridge/session/run-notes';
import { useSession, useShown } from '../../bridge/session/session-context';
import { Bars } from '../../ui/bars';
import { Button } from '../../ui/button';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { SavedLine } from './saved-line';
import { useSave } from './use-save';
import ui from '../../ui/shape.module.css';
import css from './finish-panel.module.css';

export function FinishPanel({ className, acts }: { className?: string; acts?: ReactNode }) {
  const { series } = useSession();
  const shown = useShown();
  const { contributions } = useNotes().contributions;
  const [state, save] = useSave();
  const terms = termWords(shown.config);
  const { phase, validation, examplesTotal, step, best } = shown;
  const bits = validation && bitsPerByte(shown.config, validation.loss);
  const seen = contributions.reduce((sum, { count }) => sum + count, 0);
  const before = examplesTotal - seen;
  const most = Math.max(contributions[0]?.count ?? 0, 1);
  const { ring } = series;
  const lastedMs = ring.at('atMs', ring.length - 1) - ring.at('atMs', 0);
  return (
    <Panel
      title={t`What this ring made`}
      className={className}
      summary={
        contributions.length > 1
          ? t`One model, trained in ${{ steps: formatCount(step) }} steps by ${{ replicas: formatCount(contributions.length) }} replicas as one.`
          : t`One model, trained in ${{ steps: formatCount(step) }} steps.`
      }
    >
      {acts ? <div className={css.acts}>{acts}</div> : null}
      <div className={css.parts}>
        <div className={css.figures}>
          <Facts
            columns={2}
            facts={[
              hasAmounts(shown.config)
                ? [t`Held-out R²`, validation ? formatR2(validation.r2) : t`not measured`]
                : [
                    t`Held-out ${terms} right`,
                    validation ? formatPercent(validation.accuracy) : t`not measured`,
                  ],
              [
                t`${{ termTitle: termTitle(shown.config) }} in all`,
                <span title={formatCount(examplesTotal)}>{formatShort(examplesTotal)}</span>,
              ],
              [t`Held-out loss`, validation ? formatValue(validation.loss) : t`not measured`],
              ...(best && best.step < step
                ? [
                    [
                      t`Lowest, after step ${{ step: formatCount(best.step) }}`,
                      formatValue(best.loss),
                    ] as const,
                  ]
                : []),
              ...(bits === undefined ? [] : [[t`Held-out bits per byte`, formatValue(bits)] as const]),
              [t`Watched here for`, formatMs(lastedMs)],
            ]}
          />
        </div>
        <div>
          <h3 className={css.heading}>{t`Who contributed`}</h3>
          <Bars
            label={t`Who contributed`}
            isScrolled={contributions.length > 6}
            className={css.people}
            bars={contributions.map(({ id, name, isSelf, isHere, count }) => ({
              key: id,
              name: isSelf ? t`${name} (you)` : isHere || phase.kind === 'left' ? name : t`${name} (left)`,
              share: count / most,
              value: formatShort(count),
            }))}
          />
          {before > 0 ? (
            <p
              className={`${ui.faint} ${css.note}`}
            >{t`${{ before: formatShort(before) }} more ${terms} went in before this page watched.`}</p>
          ) : null}
        </div>
        <div className={css.home}>
          <h3 className={css.heading}>{t`Take the model home`}</h3>
          <Button disabled={state === 'writing'} onClick={() => save('checkpoint')}>
            {t`As one file`}
          </Button>
          {best && best.step < step ? (
            <Button disabled={state === 'writing'} onClick={() => save('best')}>
              {t`The best, after step ${{ step: formatCount(best.step) }}`}
            </Button>
          ) : null}
          <Button disabled={state === 'writing'} onClick={() => save('export')}>
            {t`For PyTorch and ONNX`}
          </Button>
          <p className={`${ui.faint} ${css.note}`} role="status">
            {state === 'writing' ? (
              t`Writing the file …`
            ) : state === 'ready' ? (
              t`It stays yours: this page opens the file again, and so does PyTorch.`
            ) : (
              <SavedLine state={state} />
            )}
          </p>
        </div>
      </div>
    </Panel>
  );
}
