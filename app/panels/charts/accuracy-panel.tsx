// How often the model is right: on the step's own examples, and on held-out ones.
import { t } from '@lingui/core/macro';
import { formatPercent, formatValue } from '../../bridge/words/format';
import { termsOf, termWords } from '../../bridge/words/run-words';
import { useHalfTick, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings } from '../../bridge/session/view-settings';
import { CurvePanel, useCurve } from './curve-panel';

export function AccuracyPanel({ className }: { className?: string }) {
  const validation = useShownPart((shown) => shown.validation);
  const config = useShownPart((shown) => shown.config);
  const terms = termWords(config);
  const isText = termsOf(config) !== 'examples';
  const { smoothing } = useViewSettings();
  useHalfTick();
  const curve = useCurve(
    [
      {
        key: 'train',
        column: 'accuracy',
        smoothing,
        label: t`train`,
        colour: 'green',
        heading: smoothing > 0 ? t`${{ label: t`Train` }}, smoothed ${smoothing}` : t`Train`,
      },
      {
        key: 'validation',
        column: 'validationAccuracy',
        label: t`held out`,
        colour: 'vermillion',
        dash: '7 4',
        heading: t`Held out`,
      },
    ],
    60,
  );
  const lowest = Math.min(1, curve.curves.range(['train', 'validation'])[0]);
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
