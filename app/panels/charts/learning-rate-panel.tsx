// The learning rate, step by step, as every replica applied it. With local steps there are two: the schedule's moves each
// replica's own weights, the outer one those of all.
import { t } from '@lingui/core/macro';
import { isLocal } from '../../../src/train/run/sync';
import { formatTick, formatValue } from '../../bridge/words/format';
import { optimizerWords } from '../../bridge/words/run-words';
import { rateSentence } from '../../bridge/words/sync-words';
import { useHalfTick, useSession, useShownPart } from '../../bridge/session/session-context';
import { CurvePanel, useCurve } from './curve-panel';

export function LearningRatePanel({ className }: { className?: string }) {
  const { series } = useSession();
  const base = useShownPart((shown) => shown.learningRate);
  const config = useShownPart((shown) => shown.config);
  const sync = useShownPart((shown) => shown.sync);
  const hasSteps = useShownPart((shown) => shown.step > 0);
  useHalfTick();
  const learningRate = series.last?.learningRate ?? base;
  const hasInnerSteps = sync !== undefined && isLocal(sync);
  const curve = useCurve(
    [
      {
        key: 'rate',
        column: 'learningRate',
        label: hasInnerSteps ? t`inner rate` : t`rate`,
        colour: 'purple',
        isStep: true,
        heading: hasInnerSteps ? t`Inner rate` : t`Learning rate`,
      },
    ],
    40,
  );
  return (
    <CurvePanel
      curve={curve}
      title={t`Learning rate`}
      className={className}
      summary={rateSentence(learningRate, config && optimizerWords(config.optimizer), sync)}
      yWords={t`Learning rate`}
      look={{
        height: 188,
        yRange: [0, Math.max(curve.curves.range(['rate'])[1], learningRate || 1)],
        formatY: formatValue,
        formatYTick: formatTick,
        emptyWords: hasSteps ? undefined : t`Starts at ${{ learningRate: formatValue(learningRate) }}.`,
      }}
    />
  );
}
