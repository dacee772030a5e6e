// What will be trained, before the first step: the run's settings as every member holds them.
import { t } from '@lingui/core/macro';
import type { RunConfig } from '../../../src/replica/protocol';
import { exampleWords } from '../../bridge/words/batch-sharing';
import { formatCount, formatPercent, formatValue } from '../../bridge/words/format';
import { augmentWords } from '../../bridge/words/augment-words';
import { unevenWords } from '../../bridge/words/uneven-words';
import { accumulationWords, dataWords, modelWords, optimizerWords } from '../../bridge/words/run-words';
import { withWords } from '../../bridge/session/page-language';
import { useShownPart } from '../../bridge/session/session-context';
import { Facts } from '../../ui/facts';
import { lazyPart } from '../../ui/lazy-part';
import { Panel } from '../../ui/panel';

/** The settings of the run as a link. */
export const RunLink = lazyPart(async () => (await withWords(import('./run-link'))).default, {
  isQuiet: true,
});

export function RunPanel({ className }: { className?: string }) {
  const config = useShownPart((shown) => shown.config);
  const parameterCount = useShownPart((shown) => shown.parameterCount);
  const self = useShownPart((shown) => shown.self);
  const augmented = config && augmentWords(config);
  const uneven = config && unevenWords(config, self);
  return (
    <Panel
      title={t`This run`}
      className={className}
      summary={config ? sentence(config) : t`The settings arrive with the first link to the ring.`}
    >
      {config ? (
        <Facts
          columns={2}
          facts={[
            [t`Model`, modelWords(config.model)],
            [t`Parameters`, parameterCount > 0 ? formatCount(parameterCount) : '–'],
            [t`Optimizer`, optimizerWords(config.optimizer)],
            [t`Learning rate`, rateWords(config)],
            ...(augmented ? [[t`Examples`, augmented] as const] : []),
            ...(uneven ? [[t`Classes on this device`, uneven] as const] : []),
            [t`Batch per replica`, accumulationWords(config) || formatCount(config.localBatch)],
            [t`Stops after`, t`${{ steps: formatCount(config.steps) }} steps`],
          ]}
        />
      ) : null}
      <RunLink />
    </Panel>
  );
}

/** '0.003, cosine after 20 steps'. */
function rateWords({ learningRate, schedule }: RunConfig): string {
  const { kind, warmupSteps } = schedule;
  return [
    formatValue(learningRate),
    ...(kind === 'constant' ? [] : [kind === 'linear' ? t`linear` : t`cosine`]),
    ...(warmupSteps > 0 ? [t`${{ warmupSteps: formatCount(warmupSteps) }} steps of warm-up`] : []),
  ].join(', ');
}

function sentence(config: RunConfig): string {
  const { data, validationExamples } = config;
  const what = exampleWords(config);
  if ('own' in data && data.own)
    return t`Each member brings its own ${what}, and holds ${{ heldOut: formatPercent(validationExamples / data.examples, 0) }} of them out. Shares of a step are in proportion to them. The validation figure counts everybody’s held-out ${what} once.`;
  return t`${{ data: dataWords(data) }}: ${{ examples: formatCount(data.examples) }} ${what}, ${{ validationExamples: formatCount(validationExamples) }} of them held out.`;
}
