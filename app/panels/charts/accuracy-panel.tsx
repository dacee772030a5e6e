// How well the model predicts, on the step's own examples and on held-out ones: of classes how often it is right, of amounts R².
import { t } from '@lingui/core/macro';
import { formatR2 } from '../../bridge/words/amount-words';
import { formatPercent, formatValue } from '../../bridge/words/format';
import { hasAmounts, termsOf, termWords } from '../../bridge/words/run-words';
import { useHalfTick, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings } from '../../bridge/session/view-settings';
import { CurvePanel, useCurve } from './curve-panel';

export function AccuracyPanel({ className }: { className?: string }) {
  const validation = useShownPart((shown) => shown.validation);
  const config = useShownPart((shown) => shown.config);
  const terms = termWords(config);
  const isText = termsOf(config) !== 'examples';
  const isAmounts = hasAmounts(config);
  const { smoothing } = useViewSettings();
  useHalfTick();
  const curve = useCurve(
    [
      {
        key: 'train',
        column: isAmounts ? 'r2' : 'accuracy',
        smoothing,
        label: t`train`,
        colour: 'green',
        heading: smoothing > 0 ? t`${{ label: t`Train` }}, smoothed ${smoothing}` : t`Train`,
      },
      {
        key: 'validation',
        column: isAmounts ? 'validationR2' : 'validationAccuracy',
        label: t`held out`,
        colour: 'vermillion',
        dash: '7 4',
        heading: t`Held out`,
      },
    ],
    60,
  );
  const lowest = Math.min(1, curve.curves.range(['train', 'validation'])[0]);
  if (isAmounts)
    return (
      <CurvePanel
        curve={curve}
        title="R²"
        className={className}
        summary={
          validation
            ? t`The model explains ${{ r2: formatR2(validation.r2) }} of the variance of held-out amounts (R²): 1 is perfect, 0 is no better than their mean.`
            : t`The part of the amounts’ variance that the model explains: 1 is perfect, 0 is no better than their mean.`
        }
        yWords={t`Part of the variance explained`}
        look={{
          height: 272,
          yRange: [Math.max(-1, Math.min(0.5, Math.floor(lowest * 4) / 4)), 1],
          formatY: formatR2,
        }}
        formatCell={formatR2}
      />
    );
  const summary = validation
    ? isText
      ? t`${{ accuracy: formatPercent(validation.accuracy) }} of held-out ${terms} are predicted right; perplexity ${{ exp: formatValue(Math.exp(validation.loss)) }}: as unsure as a choice among that many ${terms}.`
      : t`${{ accuracy: formatPercent(validation.accuracy) }} of held-out examples are classified right.`
    : isText
      ? t`The share of next ${terms} predicted right.`
      : t`The share of examples classified right.`;
  return (
    <CurvePanel
      curve={curve}
      title={t`Accuracy`}
      className={className}
      summary={summary}
      yWords={t`Share predicted right`}
      look={{
        height: 272,
        yRange: [Math.min(0.75, Math.floor(lowest * 4) / 4), 1],
        formatY: formatShare,
      }}
      formatCell={formatPercent}
    />
  );
}

function formatShare(share: number): string {
  return formatPercent(share, 0);
}
