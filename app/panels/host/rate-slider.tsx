// The learning rate as a slider of even ratios: beside the loss, and on the console.
import { t } from '@lingui/core/macro';
import { isLocal } from '../../../src/train/run/sync';
import { nearestRate, rates } from '../../bridge/form/play-values';
import type { HostControls } from '../../bridge/session/host-controls';
import { formatValue } from '../../bridge/words/format';
import { StepsSlider } from '../../ui/steps-slider';

export function RateSlider({ controls: { live, send } }: { controls: HostControls }) {
  const rate = live.learningRate;
  /** A replica that still starts its engine has none. */
  const isKnown = rate > 0;
  return (
    <StepsSlider
      label={live.sync && isLocal(live.sync) ? t`Inner learning rate` : t`Learning rate`}
      does={t`How far an update moves the weights.`}
      at={nearestRate(rate)}
      count={rates.length}
      words={isKnown ? formatValue(rate) : '–'}
      wordsAt={(index) => formatValue(rates[index])}
      isDisabled={!isKnown}
      onChoose={(index) => send({ kind: 'set-learning-rate', learningRate: rates[index] })}
    />
  );
}
